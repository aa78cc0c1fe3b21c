/** The desk of an event, fetched when somebody opens it. */
import { useEffect, useState } from "preact/hooks";
import type { Service } from "../../src/service.js";
import { faultText } from "../service.js";
import type { Session } from "../session.js";

interface Props { readonly session: Session; readonly service: Service; readonly id: string }

export function DeskRoute(props: Props) {
  const [page, setPage] = useState<{ Page: (props: Props) => preact.JSX.Element } | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    import("./deskpage.js").then(({ DeskPage }) => setPage({ Page: DeskPage }), (error: unknown) => setFault(faultText(error)));
  }, []);
  if (page !== null) return <page.Page {...props} />;
  return <main class="plain"><h1>Event</h1>{fault === "" ? <p role="status">One moment.</p> : <p role="alert">The desk can not be fetched: {fault}. Reload this page.</p>}</main>;
}
