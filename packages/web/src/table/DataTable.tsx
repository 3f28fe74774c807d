import { cx } from '@kept/ui/cx.ts'
import { formatCount } from '@kept/ui/format/share.ts'
import { Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { usePrinting } from '../print/printing.ts'
import { isControl } from './is-control.ts'
import { compareCells } from './sort-rows.ts'

export interface Column<Row> {
  id: string
  head: ReactNode
  /** The unit of the figures, said once in the head. */
  unit?: string
  numeric?: boolean
  /** A CSS width; without it the column shares what is left. Columns never move while rows scroll by. */
  width?: string
  cell(row: Row): ReactNode
  /** What to sort by; undefined, for what is unknown, goes last either way. Without it the column is not sortable. */
  sortBy?(row: Row): number | string | undefined
  /** Under the column: a total. */
  foot?: ReactNode
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId(row: Row): string
  sort?: { id: string; desc: boolean }
  onSort?(sort: { id: string; desc: boolean } | undefined): void
  /** The row whose details stand beside the table. */
  selected?: string
  onOpen?(row: Row): void
  /** What the whole table never gets narrower than, before it scrolls sideways. */
  minWidth?: string
  /** A long table scrolls inside itself at this height; its rows are drawn as they come into sight. */
  maxHeight?: string
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
type Features = typeof features

/** Above this many rows only those in sight are drawn. */
const virtualFrom = 60
/** More than this are a file, not paper. */
const mostPrinted = 2000
const rowHeights = { comfortable: 36, compact: 28 } as const

/** Rows of one kind: sorting, a sticky head, totals, any number of rows, and a keyboard's way through them. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, sort, onSort, selected, onOpen, minWidth, maxHeight = '70vh' } = props
  // State, not a ref: the body below mounts before this box is attached, and must hear of it.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const definitions = useMemo(() => columns.map((column) => define(column)), [columns])
  const sorting: SortingState = useMemo(() => (sort ? [sort] : []), [sort])
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowId,
    state: { sorting },
    onSortingChange: (update) => onSort?.((typeof update === 'function' ? update(sorting) : update)[0]),
  })
  const sorted = table.getRowModel().rows
  // On paper nothing scrolls: every row is drawn, as far as anybody would read them there.
  const printed = usePrinting() !== null
  const virtual = sorted.length > virtualFrom && !printed
  const drawn = printed ? sorted.slice(0, mostPrinted) : sorted
  const hasFoot = columns.some((column) => column.foot !== undefined)

  return (
    <section
      ref={setScroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      className="-mx-2 overflow-auto"
      style={virtual ? { maxHeight } : undefined}
    >
      <table
        aria-label={label}
        aria-rowcount={virtual ? sorted.length + 1 : undefined}
        className="w-full table-fixed border-separate border-spacing-0 text-small"
        style={printed ? undefined : { minWidth }}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={printed ? undefined : { width: column.width }} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-10 bg-paper">
          <tr>
            {table.getFlatHeaders().map((header, index) => {
              const column = columns[index]
              if (!column) return null
              return (
                <Th
                  key={header.id}
                  unit={column.unit}
                  numeric={column.numeric}
                  sorted={header.column.getIsSorted()}
                  onSort={onSort && header.column.getCanSort() ? () => header.column.toggleSorting() : undefined}
                >
                  {column.head}
                </Th>
              )
            })}
          </tr>
        </thead>
        {virtual ? (
          <VirtualBody rows={sorted} columns={columns} scroller={scroller} selected={selected} onOpen={onOpen} />
        ) : (
          <tbody>
            {drawn.map((row) => (
              <BodyRow key={row.id} row={row} columns={columns} selected={selected === row.id} onOpen={onOpen} />
            ))}
            {drawn.length < sorted.length && (
              <Tr>
                <Td colSpan={columns.length}>
                  {`${formatCount(sorted.length - drawn.length)} more rows are not printed; export the list to have them all.`}
                </Td>
              </Tr>
            )}
          </tbody>
        )}
        {hasFoot && (
          <tfoot className="sticky bottom-0 bg-paper">
            <tr>
              {columns.map((column) => (
                <Td key={column.id} numeric={column.numeric} className="border-rule-strong border-t font-semibold">
                  {column.foot}
                </Td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

interface BodyProps<Row extends object> {
  rows: TableRow<Features, Row>[]
  columns: readonly Column<Row>[]
  scroller: HTMLElement | null
  selected: string | undefined
  onOpen: ((row: Row) => void) | undefined
}

/** Only the rows in sight, between two empty ones as tall as what is out of it. */
function VirtualBody<Row extends object>({ rows, columns, scroller, selected, onOpen }: BodyProps<Row>) {
  const height = rowHeights[document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable'] + 1
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: 6,
    // Before the box is measured: enough rows for the first paint.
    initialRect: { width: 0, height: window.innerHeight * 0.7 },
    scrollMargin: 33,
  })
  const items = virtualizer.getVirtualItems()
  const above = (items[0]?.start ?? 33) - 33
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? 33) - 33)
  return (
    <tbody>
      {above > 0 && <tr style={{ height: above }} />}
      {items.map((item) => {
        const row = rows[item.index]
        if (!row) return null
        return (
          <BodyRow
            key={row.id}
            row={row}
            columns={columns}
            selected={selected === row.id}
            onOpen={onOpen}
            position={item.index + 2}
          />
        )
      })}
      {below > 0 && <tr style={{ height: below }} />}
    </tbody>
  )
}

interface BodyRowProps<Row extends object> {
  row: TableRow<Features, Row>
  columns: readonly Column<Row>[]
  selected: boolean
  onOpen: ((row: Row) => void) | undefined
  position?: number
}

function BodyRow<Row extends object>({ row, columns, selected, onOpen, position }: BodyRowProps<Row>) {
  return (
    <Tr
      aria-rowindex={position}
      // The first cell's button is the keyboard's way; for a pointer the whole row is the target.
      onClick={onOpen && ((event) => !isControl(event.target) && onOpen(row.original))}
      className={cx(
        'border-none',
        onOpen && 'cursor-pointer hover:bg-hover',
        selected && 'bg-fact-wash hover:bg-fact-wash',
      )}
    >
      {columns.map((column, index) => (
        <Td key={column.id} numeric={column.numeric} className="truncate border-rule border-b">
          {onOpen && index === 0 ? (
            <button
              type="button"
              aria-expanded={selected}
              onClick={() => onOpen(row.original)}
              onKeyDown={walkRows}
              className="block max-w-full truncate text-left"
            >
              {column.cell(row.original)}
            </button>
          ) : (
            column.cell(row.original)
          )}
        </Td>
      ))}
    </Tr>
  )
}

/** Up and down go from row to row. */
function walkRows(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = event.currentTarget.closest('tr')
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const button = next?.querySelector<HTMLButtonElement>('td button')
  if (!button) return
  event.preventDefault()
  button.focus()
}

function define<Row extends object>(column: Column<Row>): ColumnDef<Features, Row> {
  const { id, sortBy } = column
  return {
    id,
    accessorFn: (row) => sortBy?.(row),
    enableSorting: sortBy !== undefined,
    sortDescFirst: column.numeric ?? false,
    sortUndefined: 'last',
    sortFn: (a, b) => compareCells(a.getValue(id), b.getValue(id)),
  }
}
