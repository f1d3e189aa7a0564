import { useTexts } from '../../i18n/language.tsx';
import { AnswerShape } from '../../parts/glyph.tsx';
import { askText } from './ask.text.ts';
import { AskForm } from './ask-form.tsx';
import { PastRuns } from './past-runs.tsx';

export function AskScreen() {
  const text = useTexts(askText);
  return (
    <div className="grid gap-6 wide:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] items-start">
      <div className="grid gap-4 min-w-0">
        <h1>
          {text.title} <span>{text.detail}</span>
        </h1>
        <AskForm />
      </div>
      <div className="grid gap-6 min-w-0">
        <PastRuns />
        <section className="plate" aria-labelledby="steps">
          <div className="head">
            <h2 id="steps">{text.steps}</h2>
          </div>
          <div className="body">
            <ol className="lines">
              {[text.step1, text.step2, text.step3].map((step, index) => (
                <li key={step}>
                  <AnswerShape rank={index} />
                  <span>{step}</span>
                </li>
              ))}
            </ol>
          </div>
        </section>
      </div>
    </div>
  );
}
