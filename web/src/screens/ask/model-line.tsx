import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { dataOf, type Schemas } from '../../api/client.ts';
import { hrefTo } from '../../app/route.ts';
import { useTexts, useWords } from '../../i18n/language.tsx';
import { bytesIn } from '../../parts/bytes.ts';
import { ProgramText } from '../../parts/program-text.tsx';
import { Said } from '../../parts/said.tsx';
import { askText } from './ask.text.ts';

type Taken = NonNullable<Schemas['Models']['taken']>;

/** The model that a run would take now: why this one, how well it is known, and what a run costs. Its room is there before. */
export function ModelLine() {
  const text = useTexts(askText);
  const api = useApi();
  const models = useQuery({ queryKey: ['models'], queryFn: () => dataOf(api.GET('/api/models')), staleTime: 60_000 });
  const taken = models.data?.taken ?? null;
  return (
    <div className="model-line" aria-busy={models.isPending}>
      <span className="label">{text.model}</span>
      <span className="min-w-0">
        {models.isPending ? (
          <i className="bone w-40 my-1.25" aria-hidden="true" />
        ) : models.isError ? (
          text.unknownModel
        ) : taken === null ? (
          text.noModel
        ) : (
          <TakenModel taken={taken} />
        )}
      </span>
      <a href={hrefTo({ at: 'models' })}>{taken === null && !models.isPending ? text.getModel : text.otherModel}</a>
    </div>
  );
}

function TakenModel({ taken: { backend, model, why, whySaid, present, bytes, known, cost } }: { readonly taken: Taken }) {
  const text = useTexts(askText);
  const words = useWords();
  const dollars = (amount: number): string => words.number(amount, { maximumSignificantDigits: 2 });
  return (
    <>
      <b>
        <ProgramText text={model === '' ? backend : model} mono={false} />
      </b>{' '}
      <span className="text-ink-3">
        {backend}
        {` · ${text[known]}`}
        {cost !== null && ` · ${text.costs(dollars(cost.least), dollars(cost.most))}`}
        {present === false && ` · ${text.fetchedFirst(bytes === null ? '' : bytesIn(words, bytes))}`}
        {known !== 'demo' && (
          <>
            {' · '}
            <Said text={why} said={whySaid} />
          </>
        )}
      </span>
    </>
  );
}
