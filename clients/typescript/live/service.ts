/** The service as this tab's session reaches it. */
import { createConnectTransport } from "@connectrpc/connect-web";
import { Code, Failed, Unanswered } from "../src/errors.js";
import { Service } from "../src/core.js";
import type { Session } from "./session.js";

export const serviceOf = ({ session }: Session): Service =>
  new Service(createConnectTransport({ baseUrl: location.origin, useBinaryFormat: true }), "", {
    address: location.host, headers: { "wargame-session": session }, patience: { seconds: 8 },
  });

/** The service with a token that was just made, such as that of a new seat. */
export const serviceWith = (token: string): Service =>
  new Service(createConnectTransport({ baseUrl: location.origin, useBinaryFormat: true }), token, { address: location.host });

/** What a fault of a call says to people. */
export const faultText = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

/** Codes by which the service itself says that it has done nothing. */
const UNDONE: readonly Code[] = [Code.NotFound, Code.FailedPrecondition, Code.ResourceExhausted, Code.OutOfRange, Code.Unimplemented, Code.AlreadyExists];

/** Tells whether what was sent may have arrived and be done, though no answer came: the same bytes may be sent again. */
export const mayHaveArrived = (fault: unknown): boolean =>
  fault instanceof Unanswered || (fault instanceof Failed && !UNDONE.includes(fault.code));
