/** `format.md` of an export, and `docs/guides/export-format.md`: the same text, from what the code exports. */
import type {
  ExportedColumn,
  ExportedTable,
  ExportFormat,
} from '@kept/store/organizations/export-format/describe-export.ts'

const introduction = `# The format of an export

An export of an organization is a \`.tar.gz\` archive. \`manifest.json\`, its last file, names the format, its version, the organization, the time, and the number of rows of each file. This page describes every other file. It is generated from the code that exports, and is in each archive as \`format.md\`.

\`database/<table>/00001.jsonl\` has rows of Postgres, and \`warehouse/<table>/00001.jsonl\` rows of ClickHouse: one JSON object on each line, in UTF-8. Long tables continue in \`00002.jsonl\` and so on; a table without rows has no file. Every object has all columns of its table that are not left out.

| type | written as |
|---|---|
| \`uuid\`, \`text\`, \`String\`, \`UUID\` | text |
| \`timestamp with time zone\`, \`DateTime\` | text, ISO 8601 |
| \`date\`, \`Date\` | text, \`2026-11-23\` |
| \`integer\`, \`bigint\`, \`numeric\`, \`UInt\`, \`Float\` | number, with all of its digits |
| \`Decimal\` | text with all of its digits |
| \`boolean\`, \`Bool\` | \`true\` or \`false\` |
| \`jsonb\`, \`Map\` | object or list |
| \`bytea\` | text: \`\\x\` and hexadecimal digits |
| \`AggregateFunction\` | its result |
`

export function exportFormatPage({ tables, leftOut }: ExportFormat): string {
  const stores = [
    { store: 'database', heading: 'Postgres' },
    { store: 'warehouse', heading: 'ClickHouse' },
  ] as const
  const sections = stores.map(({ store, heading }) => {
    const files = tables.filter((table) => table.store === store).map(describeTable)
    return `## ${heading}\n\n${files.join('\n')}`
  })
  const rows = leftOut.map(({ store, table, reason }) => `| \`${store}/${table}\` | ${reason} |`)
  const others = `## Tables that are left out\n\n| table | why |\n|---|---|\n${rows.join('\n')}\n| queue of background jobs | IDs of what is in the tables, and emails until they are sent; ended jobs are deleted within a week |\n`
  return [introduction, ...sections, others].join('\n')
}

function describeTable({ store, table, meaning, isRetained, columns }: ExportedTable): string {
  const remains = isRetained ? ' Stays in part when the organization is deleted.' : ''
  const rows = columns.filter(({ leftOut }) => leftOut === undefined).map(describeColumn)
  const left = columns
    .filter(({ leftOut }) => leftOut !== undefined)
    .map(({ name, leftOut }) => `\`${name}\` (${leftOut})`)
  const leftText = left.length > 0 ? `\nLeft out: ${left.join(', ')}.\n` : ''
  return `### ${store}/${table}\n\n${meaning[0]?.toUpperCase()}${meaning.slice(1)}.${remains}\n\n| column | type | meaning |\n|---|---|---|\n${rows.join('\n')}\n${leftText}`
}

function describeColumn({ name, type, nullable, values, meaning }: ExportedColumn): string {
  const possible =
    values.length > 0 ? `; one of ${values.map((value) => (value === '' ? 'empty' : `\`${value}\``)).join(', ')}` : ''
  const orNull = nullable && !type.includes('Nullable') ? ', or null' : ''
  return `| \`${name}\` | ${type}${orNull} | ${meaning}${possible} |`
}
