import type { Postmortem } from './postmortem.ts'

/** Markdown (CommonMark with tables of GitHub). What people wrote stays text: nothing in it becomes markup. */
export function postmortemMarkdown({ title, subtitle, facts, sections, actions, timeline }: Postmortem): string {
  const lines = [
    `# ${escaped(title)}`,
    '',
    escaped(subtitle),
    '',
    ...tableOf(
      ['', ''],
      facts.map(({ label, value }) => [label, value]),
    ),
    ...sections.flatMap((section) => [
      `## ${section.title}`,
      '',
      ...section.paragraphs.flatMap((text) => [block(text), '']),
    ]),
    '## Actions',
    '',
    ...(actions.length === 0
      ? ['No actions.', '']
      : tableOf(
          ['Action', 'Owner', 'Due', 'State'],
          actions.map(({ title: name, owner, due, state }) => [name, owner, due, state]),
        )),
    '## Timeline',
    '',
    ...tableOf(
      ['Time', 'Who', 'What'],
      timeline.map(({ at, who, text }) => [at, who, text]),
    ),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const rowOf = (cells: readonly string[]) => `| ${cells.map((cell) => escaped(cell)).join(' | ')} |`
  return [rowOf(head), `|${head.map(() => ' --- ').join('|')}|`, ...rows.map(rowOf), '']
}

/** Several lines stay lines. */
function block(text: string): string {
  return text.split('\n').map(escaped).join('  \n')
}

/** One line. A character that has a meaning in Markdown or HTML gets a backslash. */
function escaped(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~!&]/g, String.raw`\$&`)
    .replace(/^([-+=]|\d+[.)])/, String.raw`\$1`)
}
