import { successThreshold } from '../../../src/domain/success-threshold.ts';
import { temperOf } from '../../../src/domain/temper.ts';

/** A posterior as a bar, with a tick where a run settles; its number stands beside it. */
export function PosteriorBar({ share }: { readonly share: number }) {
  return (
    <span className="post" data-temper={temperOf(share)} aria-hidden="true">
      <i style={{ width: `${Math.min(100, share * 100)}%` }} />
      <u style={{ left: `${successThreshold * 100}%` }} />
    </span>
  );
}
