import type { ReactNode } from 'react';
import { Fragment } from 'react';
import styles from './report.module.css';

/** A run of text in one style; a line break is the text `\n`. */
interface Span {
  readonly text: string;
  readonly strong: boolean;
  readonly emphasis: boolean;
  readonly code: boolean;
  readonly href: string | null;
}

type Spans = readonly Span[];

/** A part of a comment, as the service reads it for reports. */
type Block =
  | { readonly type: 'heading' | 'paragraph'; readonly spans: Spans }
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'table'; readonly head: readonly Spans[]; readonly rows: readonly (readonly Spans[])[] }
  | { readonly type: 'rule' };

/** A comment as reports show it. All of it is text: nothing that somebody wrote becomes a part of the page. */
export function CommentText({ blocks }: { readonly blocks: readonly { readonly type: string }[] }) {
  return <div className={styles.comment}>{inOrder(blocks as readonly Block[], blockOf)}</div>;
}

function blockOf(block: Block): ReactNode {
  switch (block.type) {
    case 'heading':
      return <h3 dir="auto">{spansOf(block.spans)}</h3>;
    case 'paragraph':
      return <p dir="auto">{spansOf(block.spans)}</p>;
    case 'list': {
      const items = inOrder(block.items, (item) => <li dir="auto">{inOrder(item, blockOf)}</li>);
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case 'quote':
      return <blockquote dir="auto">{inOrder(block.blocks, blockOf)}</blockquote>;
    case 'code':
      return (
        <pre dir="ltr">
          <code>{block.text}</code>
        </pre>
      );
    case 'table':
      return tableOf(block);
    case 'rule':
      return <hr />;
  }
}

function tableOf({ head, rows }: Extract<Block, { type: 'table' }>): ReactNode {
  return (
    <table dir="auto">
      <thead>
        <tr>{inOrder(head, (cell) => (cell.length === 0 ? <td /> : <th scope="col">{spansOf(cell)}</th>))}</tr>
      </thead>
      <tbody>
        {inOrder(rows, (row) => (
          <tr>
            {inOrder(row, (cell) => (
              <td>{spansOf(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function spansOf(spans: Spans): ReactNode {
  return inOrder(spans, ({ text, strong, emphasis, code, href }) => {
    let shown: ReactNode = text === '\n' ? <br /> : text;
    if (code) shown = <code>{shown}</code>;
    if (strong) shown = <strong>{shown}</strong>;
    if (emphasis) shown = <em>{shown}</em>;
    if (href === null || text.trim() === '') return shown;
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {shown}
      </a>
    );
  });
}

/** Parts that never move, so that their place is their key. */
function inOrder<Part>(parts: readonly Part[], show: (part: Part) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a comment have nothing else, and never move
  return parts.map((part, index) => <Fragment key={index}>{show(part)}</Fragment>);
}
