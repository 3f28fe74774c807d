/** The columns of a source as the mapping sees them: found by key, each with its SQL. */
import { columnKey } from '@kept/domain/mapping.ts'
import { type DescribedColumn, flattenType, type SourceColumn } from './column-types.ts'
import { identifier } from './source.ts'

/** How a file writes dates and amounts, inferred from its values. */
export interface ReadingDialect {
  /** 12/31/2024 or 31/12/2024; null when undecided, and then month first is assumed. */
  slashDates: 'month_first' | 'day_first' | null
  /** 1.234,56 instead of 1,234.56. */
  decimalComma: boolean
}

/** How to detect a CSV row that is incomplete. */
export interface RowShape {
  /** SQL, true for an empty line, which is not a row. */
  blank: string
  /** SQL, true when the row ends before the last column (a blank line does), or continues after it. */
  short: string
  long: string
  /** SQL, line breaks in the last field: an unclosed quote takes the rest of the file into it. */
  breaksAtEnd: string
}

export interface SourceColumns {
  all: SourceColumn[]
  find(name: string): SourceColumn | undefined
  dialect: ReadingDialect
  /** What to pass to `BillSource.from`. */
  structure: string | undefined
  /** A structure of some columns only, found by their header; null when the header is ambiguous. */
  structureOf(names: ReadonlySet<string>): string | undefined | null
  /** True when the text was not scanned completely: every row is checked to be UTF-8. */
  isUnchecked?: boolean
  /** Only for CSV. */
  shape?: RowShape
}

const plainDialect: ReadingDialect = { slashDates: null, decimalComma: false }
/** Holds what a row has after its last column; empty when rows merely end in a delimiter. */
const overflow = '_kept_overflow'

/**
 * CSV columns are all read as text, so that unreadable values can be rejected with their text. The last one is
 * Nullable: the engine leaves NULL there, and only there, when a row ends early. Dictionary encoding would make reading
 * a quarter slower: only typed sources already have dictionaries.
 */
export function textColumns(names: string[], dialect: ReadingDialect = plainDialect): SourceColumns {
  const unique = distinct(names)
  const last = unique.length - 1
  const typeAt = (index: number) => (index === last ? 'Nullable(String)' : 'String')
  const declared = unique.map((name, index) => `${identifier(name)} ${typeAt(index)}`)
  const all = unique.map((name, index) => ({ name, sql: identifier(name), type: typeAt(index) }))
  // The engine trims names that our own reading of the header does not: such columns would not be found by name.
  const trusted = names.every(
    (name, index) => name === unique[index] && name === name.trim() && /^[^"'\r\n]+$/.test(name),
  )
  const lastSql = identifier(unique[last] ?? '')
  return {
    ...indexed(all, dialect),
    structure: [...declared, `${overflow} String`].join(', '),
    structureOf: (usedNames) =>
      trusted ? declared.filter((_, index) => index === last || usedNames.has(unique[index] ?? '')).join(', ') : null,
    shape: {
      // Inside a branch, so that the engine checks all columns only where the last one is missing.
      blank: `if(${lastSql} IS NULL, empty(concat('', ${unique.slice(0, last).map(identifier).join(', ') || "''"})), false)`,
      short: `(${lastSql} IS NULL)`,
      long: `${overflow} != ''`,
      breaksAtEnd: `countSubstrings(ifNull(${lastSql}, ''), '\\n')`,
    },
  }
}

/** Typed sources (Parquet, JSON lines) keep their types; tuples are flattened to dotted names. */
export function typedColumns(
  described: DescribedColumn[],
  { withStructure, dialect = plainDialect }: { withStructure: boolean; dialect?: ReadingDialect },
): SourceColumns {
  return {
    ...indexed(
      described.flatMap(({ name, type }) => flattenType(name, identifier(name), type)),
      dialect,
    ),
    structure: withStructure ? described.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ') : undefined,
    structureOf: (usedNames) =>
      withStructure
        ? described
            .filter(
              ({ name }) => usedNames.has(name) || [...usedNames].some((usedName) => usedName.startsWith(`${name}.`)),
            )
            .map(({ name, type }) => `${identifier(name)} ${type}`)
            .join(', ')
        : undefined,
  }
}

function indexed(all: SourceColumn[], dialect: ReadingDialect): Pick<SourceColumns, 'all' | 'find' | 'dialect'> {
  const byKey = new Map<string, SourceColumn>()
  for (const column of all) if (!byKey.has(columnKey(column.name))) byKey.set(columnKey(column.name), column)
  return { all, dialect, find: (name) => byKey.get(columnKey(name)) }
}

/** The engine would merge two columns of one name: the later ones get a number. */
function distinct(names: string[]): string[] {
  const takenNames = new Set<string>()
  return names.map((header) => {
    const name = header || 'unnamed'
    let unique = name
    for (let count = 2; takenNames.has(unique); count += 1) unique = `${name}_${count}`
    takenNames.add(unique)
    return unique
  })
}
