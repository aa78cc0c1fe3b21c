/** What a session may call, as the contract says of each method; the service decides all the same. */
import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { by, Role } from "../../src/contract.js";
import type { Session } from "../session.js";

/** Whether the role of a session may call a method; whatever a referee may, a head referee may, too. */
export function may({ role }: Session, method: DescMethod): boolean {
  const roles = getOption(method, by).map((each) => (Role[each] ?? "").toLowerCase());
  return roles.includes(role) || (role === "head_referee" && roles.includes("referee"));
}

export const isReferee = ({ role }: Session): boolean => role === "referee" || role === "head_referee";

/** Who neither plays nor looks on: the owner and the referees, whose acts stand under the headings of the desk. */
export const isOfficial = (session: Session): boolean => isReferee(session) || session.role === "owner";

export const roleName = (role: string): string => role.replace(/_/g, " ");
