import { useEffect, useRef, useState } from 'react';

type Props = {
  readonly label: string;
  /** What the button says when it asks once more. */
  readonly question: string;
  readonly keep: string;
  /** Said of the thing in question, for screen readers. */
  readonly about: string;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
};

/** A button for what cannot be taken back: it asks once, in its own place. Escape and leaving it keep things as they are. */
export function ConfirmButton({ label, question, keep, about, disabled = false, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking !== wasAsking.current) place.current?.querySelector('button')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <span ref={place}>
        <button
          type="button"
          className="btn small"
          aria-label={`${label}: ${about}`}
          aria-disabled={disabled}
          onClick={() => !disabled && setAsking(true)}
        >
          {label}
        </button>
      </span>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out by rules of its own
    <span
      ref={place}
      role="group"
      aria-label={about}
      className="inline-flex flex-wrap gap-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // It means this button, and not a run that could be stopped.
        event.preventDefault();
        setAsking(false);
      }}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && relatedTarget !== null && setAsking(false)}
    >
      <button
        type="button"
        className="btn small primary"
        aria-label={`${question} ${about}`}
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {question}
      </button>
      <button type="button" className="btn small" onClick={() => setAsking(false)}>
        {keep}
      </button>
    </span>
  );
}
