import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export type XyOptions = {
  /** In per cent. `size`: radius in pixels; without one no dot is drawn. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly size?: number }[];
  /** The line of what would be ideal, or of what is compared with. */
  readonly ideal: 'diagonal' | number | null;
  readonly mostY: number;
  readonly labels: { readonly x: string; readonly y: string };
};

const height = 214;

/** Per cent against per cent into `parent`, in the colours of the theme. Returns what removes it. */
export function mountXyPlot(parent: HTMLElement, { points, ideal, mostY, labels }: XyOptions): () => void {
  const probe = document.createElement('i');
  probe.hidden = true;
  parent.append(probe);
  /** A token as the theme has it now: a canvas knows no variables. */
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const font = `11px ${getComputedStyle(parent).getPropertyValue('--font-ui')}`;
  const axis = (label: string, values: readonly number[]): uPlot.Axis => ({
    stroke: () => colour('--ink-3'),
    font,
    labelFont: font,
    label,
    labelSize: 18,
    gap: 6,
    size: 30,
    splits: () => [...values],
    grid: { stroke: () => colour('--line'), width: 1 },
    ticks: { show: false },
  });
  const straight = ideal === 'diagonal' ? [0, 100] : ideal === null ? [] : [ideal, ideal];
  const xs = [...new Set([0, 100, ...points.map(({ x }) => x)])].sort((one, other) => one - other);
  const at = new Map(points.map((point) => [point.x, point]));
  const plot = new uPlot(
    {
      width: Math.max(200, parent.clientWidth),
      height,
      padding: [10, 12, 0, 0],
      cursor: { show: false },
      legend: { show: false },
      scales: { x: { time: false, range: [0, 100] }, y: { range: [0, mostY] } },
      axes: [axis(labels.x, [0, 50, 100]), axis(labels.y, [0, mostY / 2, mostY])],
      series: [
        {},
        {
          stroke: () => colour('--edge'),
          width: 1,
          dash: [3, 4],
          points: { show: false },
          spanGaps: true,
        },
        { stroke: () => colour('--t4-mark'), width: 2.5, points: { show: false }, spanGaps: true },
      ],
      hooks: {
        draw: [
          (drawn) => {
            const { ctx } = drawn;
            ctx.fillStyle = colour('--t4-mark');
            for (const { x, y, size } of points) {
              if (size === undefined) continue;
              ctx.beginPath();
              ctx.arc(drawn.valToPos(x, 'x', true), drawn.valToPos(y, 'y', true), size * devicePixelRatio, 0, 2 * Math.PI);
              ctx.fill();
            }
          },
        ],
      },
    },
    [xs, xs.map((x) => (x === 0 ? (straight[0] ?? null) : x === 100 ? (straight[1] ?? null) : null)), xs.map((x) => at.get(x)?.y ?? null)],
    parent,
  );
  const resize = new ResizeObserver(() => plot.setSize({ width: Math.max(200, parent.clientWidth), height }));
  resize.observe(parent);
  const recolour = new MutationObserver(() => plot.redraw(false, true));
  recolour.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    resize.disconnect();
    recolour.disconnect();
    plot.destroy();
    probe.remove();
  };
}
