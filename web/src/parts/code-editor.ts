import { javascript } from '@codemirror/lang-javascript';
import { python } from '@codemirror/lang-python';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { LanguageId } from '../../../src/domain/contract.ts';

const grammars: Readonly<Record<LanguageId, () => Extension>> = {
  python,
  lua: () => StreamLanguage.define(lua),
  javascript,
  typescript: () => javascript({ typescript: true }),
};

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.controlKeyword, tags.operatorKeyword, tags.bool, tags.null], fontWeight: '700' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number], color: 'var(--code-number)' },
  { tag: [tags.comment], color: 'var(--code-quiet)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--plate)', color: 'var(--ink)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.62', overflowX: 'auto' },
  '.cm-content': { padding: '12px 0' },
  '.cm-line': { padding: '0 16px 0 6px' },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: 'var(--code-quiet)', fontSize: '0.6875rem' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '38px', padding: '0 8px 0 0', lineHeight: '1.9' },
  '.cm-specialChar': { color: 'var(--on-ink)', backgroundColor: 'var(--ink)', borderRadius: '2px', padding: '0 2px' },
  '.cm-changeGutter': { width: '3px', paddingLeft: '0' },
  '.cm-changedLineGutter': { background: 'var(--t4-mark) !important' },
  '.cm-deletedLineGutter': { background: 'var(--t0-mark) !important' },
  '.cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--t4-tint) !important' },
  '.cm-deletedChunk': { backgroundColor: 'var(--t0-tint)', color: 'var(--t0-text)', paddingLeft: '0' },
  // Signs have a column of their own, so that a line stands where its neighbours do.
  '&.cm-merge-b .cm-line, .cm-deletedLine': { position: 'relative', paddingLeft: 'calc(6px + 2ch)' },
  '.cm-deletedChunk .cm-deletedLine, .cm-deletedChunk del': { textDecoration: 'none' },
  '.cm-deletedChunk .cm-deletedText, .cm-changedText': { background: 'none', textDecoration: 'none', fontWeight: '600' },
  '.cm-changedLine::before, .cm-deletedLine::before': { position: 'absolute', left: '6px', fontWeight: '700' },
  '.cm-changedLine::before': { content: '"+"', color: 'var(--t4-text)' },
  '.cm-deletedLine::before': { content: '"−"' },
});

/** Marks that make text read otherwise than it runs (bidi, zero width), beside the controls that are shown anyway. */
const alsoSpecial = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export type CodeOptions = {
  readonly code: string;
  readonly language: LanguageId;
  /** Shown as a change from this. */
  readonly before: string | null;
  readonly label: string;
};

/** A program to read: highlighted, in pieces as it is scrolled, with hidden characters visible. Returns what removes it. */
export function mountCode(parent: HTMLElement, { code, language, before, label }: CodeOptions): () => void {
  const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: code,
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        highlightSpecialChars({ addSpecialChars: alsoSpecial }),
        grammars[language](),
        syntaxHighlighting(highlight),
        look,
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, 'aria-readonly': 'true' }),
        before === null ? [] : unifiedMergeView({ original: before, mergeControls: false, gutter: true, highlightChanges: false }),
      ],
    }),
  });
  return () => view.destroy();
}
