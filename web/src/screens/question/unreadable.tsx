import { ApiError, type Schemas } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.tsx';
import { ProgramText } from '../../parts/program-text.tsx';
import { questionText } from './question.text.ts';

type Language = Schemas['RunResult']['language'];

export const languageNames = { python: 'Python', lua: 'Lua', javascript: 'JavaScript', typescript: 'TypeScript' } as const;
/** Values as one types them, in each language. */
const valueExamples = {
  python: ['3', '"text"', '[1, 2]', 'None'],
  lua: ['3', '"text"', '{1, 2}', 'nil'],
  javascript: ['3', '"text"', '[1, 2]', 'null'],
  typescript: ['3', '"text"', '[1, 2]', 'null'],
} as const;

export const isUnreadable = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 422;

type Props = {
  readonly id: string;
  readonly error: ApiError;
  readonly language: Language /** A value of the language is wanted, not words. */;
  readonly isCall: boolean;
};

/** Why a typed answer could not be taken, beside the field that has it. */
export function Unreadable({ id, error, language, isCall }: Props) {
  const text = useTexts(questionText);
  return (
    <p className="field-fault" id={id} role="alert">
      {isCall ? (
        <>
          {text.unreadable(languageNames[language])}{' '}
          {valueExamples[language].map((example) => (
            <code key={example}>{example}</code>
          ))}{' '}
          {text.orRaises}
        </>
      ) : (
        <ProgramText text={error.message.replace(/^value: /, '')} mono={false} />
      )}
    </p>
  );
}
