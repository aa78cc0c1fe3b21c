/** The plots of the replay page, fetched when somebody opens them: their library is a third of the script. */
import type { ComponentProps, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import "uplot/dist/uPlot.min.css";
import type { Plots } from "../page/plots.js";

type Props = ComponentProps<typeof Plots>;

export function LivePlots(props: Props) {
  const [shown, setShown] = useState<{ readonly plots: FunctionComponent<Props> | null; readonly fault: boolean }>({ plots: null, fault: false });
  useEffect(() => {
    import("../page/plots.js").then(({ Plots: plots }) => setShown({ plots, fault: false }), () => setShown({ plots: null, fault: true }));
  }, []);
  if (shown.plots === null) return <p role="status">{shown.fault ? "The plots could not be fetched: reload the page." : "The plots are being fetched."}</p>;
  return <shown.plots {...props} />;
}
