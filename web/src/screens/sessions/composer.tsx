import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sessionsText } from './sessions.text.ts';

type Props = {
  readonly label: string;
  readonly hint: string;
  /** Nothing can be sent now; why stands beside the button. */
  readonly isBusy: boolean;
  readonly isSending: boolean;
  readonly error: unknown;
  /** Resolves once the message is taken; what was written is kept until then. */
  readonly onSend: (message: string) => Promise<unknown>;
  readonly children?: ReactNode;
};

/** A message to a session. */
export function Composer({ label, hint, isBusy, isSending, error, onSend, children }: Props) {
  const text = useTexts(sessionsText);
  const id = useId();
  const [message, setMessage] = useState('');
  const [isBlank, setBlank] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = (): void => {
    if (isBusy || isSending) return;
    if (message.trim() === '') {
      setBlank(true);
      field.current?.focus();
      return;
    }
    onSend(message).then(
      () => setMessage(''),
      // Shown by `error`; the message stays.
      () => undefined,
    );
  };
  return (
    <form
      className="grid gap-2 p-4 border-t border-line max-phone:p-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        submit();
      }}
    >
      <div className="field">
        <label htmlFor={`${id}-message`}>{label}</label>
        <textarea
          id={`${id}-message`}
          ref={field}
          className="input min-h-16!"
          rows={2}
          maxLength={100_000}
          placeholder={hint}
          value={message}
          aria-invalid={isBlank ? true : undefined}
          aria-describedby={isBlank ? `${id}-fault` : undefined}
          onChange={({ target }) => {
            setMessage(target.value);
            setBlank(false);
          }}
        />
      </div>
      {isBlank && (
        <p className="notice" id={`${id}-fault`} role="alert">
          {text.blank}
        </p>
      )}
      {error !== null && error !== undefined && <ProblemNotice error={error} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-label text-ink-3">{isBusy ? text.busy : children}</span>
        <button type="submit" className="btn primary ml-auto" aria-disabled={isBusy || isSending}>
          {isSending ? text.sending : text.send} <kbd>Ctrl ↵</kbd>
        </button>
      </div>
    </form>
  );
}
