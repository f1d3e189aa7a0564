import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Cooling } from '../../../src/domain/cooling.ts';
import { successThreshold } from '../../../src/domain/success-threshold.ts';

export type PlotWords = {
  readonly open: string;
  readonly settled: string;
  readonly seconds: string;
  readonly number: (value: number) => string;
  readonly mark: (kind: string, candidate: string | null) => string;
};
export type PlotOptions = {
  readonly cooling: Cooling;
  /** Milliseconds under an owner, to which the last value holds. */
  readonly nowMs: number;
  /** The run stands still until it is answered. */
  readonly waits: boolean;
  /** A moment to point at, in milliseconds; null for the end. */
  readonly cursorMs: number | null;
  readonly words: PlotWords;
};

/** Open below this is settled. */
const settledBelow = 1 - successThreshold;
const steps = ['--t0-mark', '--t1-mark', '--t2-mark', '--t3-mark', '--t4-mark'];
const height = 140;

/** Draws the curve into `parent`; `update` draws it anew, for example in other colours. */
export function mountPlot(
  parent: HTMLElement,
  first: PlotOptions,
): { readonly update: (options: PlotOptions) => void; readonly destroy: () => void } {
  let options = first;
  const style = getComputedStyle(parent);
  const resolved = document.createElement('i');
  resolved.hidden = true;
  parent.append(resolved);
  /** A token as the theme has it now: a canvas knows no variables. */
  const colour = (name: string): string => {
    resolved.style.color = `var(${name})`;
    // Out of the page nothing has a colour: a last drawing may come after the plot was taken away.
    return getComputedStyle(resolved).color || 'transparent';
  };
  const heat = (plot: uPlot): CanvasGradient => {
    const gradient = plot.ctx.createLinearGradient(0, plot.valToPos(1, 'y', true), 0, plot.valToPos(0, 'y', true));
    for (const [index, name] of steps.entries()) gradient.addColorStop([0, 0.3, 0.55, 0.8, 1][index] ?? 1, colour(name));
    return gradient;
  };
  const font = `11px ${style.getPropertyValue('--font-ui')}`;
  const data = (): uPlot.AlignedData => {
    const { points } = options.cooling;
    const last = points.at(-1);
    const all = last === undefined ? [{ atMs: 0, open: 1 }] : [...points, { atMs: Math.max(options.nowMs, last.atMs), open: last.open }];
    return [all.map(({ atMs }) => atMs / 1000), all.map(({ open }) => open)];
  };
  const end = (): number =>
    Math.max(2, (Math.max(options.nowMs, options.cooling.points.at(-1)?.atMs ?? 0) / 1000) * (options.waits ? 1.35 : 1.12));

  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const plot = new uPlot(
    {
      width: Math.max(200, parent.clientWidth),
      height,
      // The words of marks stand above the curve.
      padding: [18, 14, 0, 0],
      cursor: { show: false },
      legend: { show: false },
      scales: { x: { time: false, range: () => [0, end()] }, y: { range: () => [0, 1] } },
      axes: [
        {
          stroke: () => colour('--ink-3'),
          font,
          size: 26,
          gap: 6,
          space: 64,
          grid: { show: false },
          ticks: { show: false },
          values: (_plot, values) =>
            values.map((value, index) =>
              index === values.length - 1 ? `${options.words.number(value)} ${options.words.seconds}` : options.words.number(value),
            ),
        },
        {
          stroke: () => colour('--ink-3'),
          font,
          size: 64,
          gap: 8,
          grid: { show: false },
          ticks: { show: false },
          splits: () => [settledBelow, 1],
          values: () => [options.words.settled, options.words.open],
        },
      ],
      series: [
        {},
        {
          stroke: heat,
          width: 2.5,
          fill: (plot) => {
            const gradient = plot.ctx.createLinearGradient(0, plot.valToPos(1, 'y', true), 0, plot.valToPos(0, 'y', true));
            for (const [index, name] of steps.entries()) {
              gradient.addColorStop([0, 0.3, 0.55, 0.8, 1][index] ?? 1, colour(name).replace('rgb(', 'rgba(').replace(')', ', 0.13)'));
            }
            return gradient;
          },
          ...(stepped === undefined ? {} : { paths: stepped }),
          points: { show: false },
        },
      ],
      hooks: { draw: [(drawn) => drawMarks(drawn, options, colour)] },
    },
    data(),
    parent,
  );
  const redraw = (): void => plot.setData(data());
  const resize = new ResizeObserver(() => plot.setSize({ width: Math.max(200, parent.clientWidth), height }));
  resize.observe(parent);
  const recolour = new MutationObserver(redraw);
  recolour.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return {
    update(next) {
      options = next;
      redraw();
    },
    destroy() {
      resize.disconnect();
      recolour.disconnect();
      plot.destroy();
      resolved.remove();
    },
  };
}

/** The line below which a run is settled, what happened on the way, the wait for an answer, and where the run is. */
function drawMarks(plot: uPlot, { cooling, nowMs, waits, cursorMs, words }: PlotOptions, colour: (name: string) => string): void {
  const { ctx } = plot;
  const scale = devicePixelRatio;
  const x = (ms: number): number => plot.valToPos(ms / 1000, 'x', true);
  const y = (open: number): number => plot.valToPos(open, 'y', true);
  const { left, top, width, height: tall } = plot.bbox;
  ctx.save();
  ctx.lineWidth = scale;
  ctx.strokeStyle = colour('--ink-3');
  ctx.setLineDash([2 * scale, 4 * scale]);
  line(ctx, left, y(settledBelow), left + width, y(settledBelow));
  ctx.setLineDash([]);
  if (waits) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(x(nowMs), top, left + width - x(nowMs), tall);
    ctx.clip();
    ctx.strokeStyle = colour('--line');
    for (let at = x(nowMs) - tall; at < left + width; at += 7 * scale) line(ctx, at, top + tall, at + tall, top);
    ctx.restore();
  }
  ctx.font = `${11 * scale}px ${getComputedStyle(plot.root).fontFamily}`;
  ctx.textBaseline = 'top';
  for (const { atMs, kind, candidate } of cooling.marks) {
    ctx.strokeStyle = colour('--edge');
    line(ctx, x(atMs), top - 14 * scale, x(atMs), top + tall);
    ctx.fillStyle = colour('--ink-3');
    const text = words.mark(kind, candidate);
    const isRight = x(atMs) + ctx.measureText(text).width + 12 * scale > left + width;
    ctx.textAlign = isRight ? 'right' : 'left';
    ctx.fillText(text, x(atMs) + (isRight ? -5 : 5) * scale, top - 16 * scale);
  }
  const atMs = cursorMs ?? Math.max(nowMs, cooling.points.at(-1)?.atMs ?? 0);
  const open = cooling.points.findLast((point) => point.atMs <= atMs)?.open ?? 1;
  if (cursorMs !== null) {
    ctx.strokeStyle = colour('--ink');
    ctx.lineWidth = 2 * scale;
    line(ctx, x(cursorMs), top, x(cursorMs), top + tall);
  }
  ctx.beginPath();
  ctx.arc(x(atMs), y(open), 4.5 * scale, 0, 2 * Math.PI);
  ctx.fillStyle = colour('--plate');
  ctx.strokeStyle = colour('--ink');
  ctx.lineWidth = 2.5 * scale;
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

function line(ctx: CanvasRenderingContext2D, fromX: number, fromY: number, toX: number, toY: number): void {
  ctx.beginPath();
  ctx.moveTo(fromX, fromY);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}
