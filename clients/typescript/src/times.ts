/** Times of the contract as a log has them: integers of milliseconds where it says so, else of seconds. */
import { create, type DescField, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { type Duration, DurationSchema, type Timestamp, TimestampSchema } from "@bufbuild/protobuf/wkt";

import { below_zero, in_ms } from "./gen/wargame/v1/options_pb.js";

const SECOND = 1000;
const MILLISECOND = 1_000_000;
const NANOS = SECOND * MILLISECOND;
/** Of a Duration, in seconds: the service takes none that is longer. */
const MOST_SECONDS = 1000 * 366 * 24 * 3600;
/** Of a Timestamp. */
const LAST_SECOND = 253_402_300_799;

/** Tells whether a message is a Duration or a Timestamp: an integer in a log, and 0 where it is absent. */
export const isTime = ({ typeName }: DescMessage): boolean =>
  typeName === DurationSchema.typeName || typeName === TimestampSchema.typeName;

/** Tells whether a field is an integer of milliseconds in a log. */
export const isMilliseconds = (field: DescField): boolean => getOption(field, in_ms) !== "";

/** A time as a log has it; RangeError where no log can have it. */
export function loggedTime(field: DescField, value: Message): number {
  const { seconds: whole, nanos } = value as Duration | Timestamp;
  const [seconds, milliseconds, span] = [Number(whole), isMilliseconds(field), value.$typeName === DurationSchema.typeName];
  const least = span && getOption(field, below_zero) ? -MOST_SECONDS : 0;
  const mixed = (seconds < 0 && nanos > 0) || (seconds > 0 && nanos < 0) || (least === 0 && nanos < 0);
  const inside = least <= seconds && seconds <= (span ? MOST_SECONDS : LAST_SECOND) && Math.abs(nanos) < NANOS;
  if (!inside || mixed || nanos % (milliseconds ? MILLISECOND : NANOS) !== 0) {
    const unit = milliseconds ? "milliseconds" : "seconds";
    throw new RangeError(`${field.parent.name}.${field.name} must be whole ${unit}, of one sign, and within the range of a log`);
  }
  return milliseconds ? seconds * SECOND + nanos / MILLISECOND : seconds;
}

/** Milliseconds as a Duration or Timestamp; both numbers of a Duration have the same sign. */
export function timeOf(desc: DescMessage, milliseconds: number): Message {
  const value = { seconds: BigInt(Math.trunc(milliseconds / SECOND)), nanos: (milliseconds % SECOND) * MILLISECOND };
  return desc.typeName === DurationSchema.typeName ? create(DurationSchema, value) : create(TimestampSchema, value);
}
