type Props = {
  /** 0 to 1; null where nobody knows. */
  readonly share: number | null;
  readonly label: string;
};

/** How far something is, in ink: progress has no temperature. */
export function Progress({ share, label }: Props) {
  return (
    <span
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
    >
      <i style={{ width: share === null ? '100%' : `${share * 100}%` }} data-unknown={share === null ? '' : undefined} />
    </span>
  );
}
