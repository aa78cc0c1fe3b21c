/** Texts of clauses, fetched when somebody wants to read them. */
import { useMemo, useRef, useState } from "preact/hooks";
import { Games } from "../src/contract.js";
import type { Service } from "../src/service.js";
import type { ClauseTexts } from "../page/words.js";

export function useClauses(service: Service, ruleset: string): ClauseTexts {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const asked = useRef(new Set<string>());
  return useMemo(() => ({
    texts,
    unknown: "The text of this clause is being fetched.",
    want: (clause) => {
      if (clause === "" || asked.current.has(clause)) return;
      asked.current.add(clause);
      service.call(Games.method.explain, { clause, ruleset }).then(
        ({ text }) => setTexts((before) => ({ ...before, [clause]: text })),
        () => asked.current.delete(clause),
      );
    },
  }), [texts, service, ruleset]);
}
