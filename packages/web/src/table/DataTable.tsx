import { formatCount } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'
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
import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { usePrinting } from '../print/printing.ts'
import { isControl } from './is-control.ts'
import { compareCells } from './sort-rows.ts'

export interface Column<Row> {
  id: string
  head: ReactNode
  /** The unit of the figures, shown in the head. */
  unit?: string
  numeric?: boolean
  /** A CSS width; without it the column shares the remaining width. Widths do not change while scrolling. */
  width?: string
  cell(row: Row): ReactNode
  /** The sort value. Undefined sorts last in both directions. Without this function the column is not sortable. */
  sortBy?(row: Row): number | string | undefined
  /** The cell below the column: a total. */
  foot?: ReactNode
  /** Left out where the table is narrow: another cell shows what matters of it there, in the class `narrowOnly`. */
  wideOnly?: boolean
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId(row: Row): string
  sort?: { id: string; desc: boolean }
  onSort?(sort: { id: string; desc: boolean } | undefined): void
  /** The row shown in the side panel. */
  selected?: string
  onOpen?(row: Row): void
  /** The minimum width of the table; below it, the table scrolls. With wide-only columns it fits instead. */
  minWidth?: string
  /** The height at which a long table scrolls. */
  maxHeight?: string
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
type Features = typeof features

/** Above this many rows, only the visible ones are rendered. */
const virtualFrom = 60
/** Rows above this number are not printed. */
const maxPrinted = 2000
const rowHeights = { comfortable: 36, compact: 28 } as const

/** A table with sorting, a sticky head, totals, virtualized rows, and keyboard navigation. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, sort, onSort, selected, onOpen, minWidth, maxHeight = '70vh' } = props
  // State, not a ref: the body mounts before this element is attached and must render again.
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
  // Print does not scroll, so every row up to the limit is rendered.
  const printed = usePrinting() !== null
  const virtual = sorted.length > virtualFrom && !printed
  const renderedRows = printed ? sorted.slice(0, maxPrinted) : sorted
  const hasFoot = columns.some((column) => column.foot !== undefined)
  const fitsNarrow = columns.some(({ wideOnly }) => wideOnly)

  return (
    <section
      ref={setScroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      // `relative` keeps visually hidden labels of the cells inside, so that they do not widen the page.
      className="@container/table relative -mx-2 overflow-auto"
      style={virtual ? { maxHeight } : undefined}
    >
      <table
        aria-label={label}
        aria-rowcount={virtual ? sorted.length + 1 : undefined}
        className={cx(
          'w-full table-fixed border-separate border-spacing-0 text-small',
          fitsNarrow ? '@min-[44rem]/table:min-w-(--table-width)' : 'min-w-(--table-width)',
        )}
        style={printed ? undefined : tableWidth(minWidth)}
      >
        <colgroup>
          {columns.map((column) => (
            <col
              key={column.id}
              className={hiddenInNarrow(column)}
              style={printed ? undefined : { width: column.width }}
            />
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
                  className={hiddenInNarrow(column)}
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
            {renderedRows.map((row) => (
              <BodyRow key={row.id} row={row} columns={columns} selected={selected === row.id} onOpen={onOpen} />
            ))}
            {renderedRows.length < sorted.length && (
              <Tr>
                <Td colSpan={columns.length}>
                  {`${formatCount(sorted.length - renderedRows.length)} more rows are not printed. Export the list to get all rows.`}
                </Td>
              </Tr>
            )}
          </tbody>
        )}
        {hasFoot && (
          <tfoot className="sticky bottom-0 bg-paper">
            <tr>
              {columns.map((column) => (
                <Td
                  key={column.id}
                  numeric={column.numeric}
                  className={cx('border-rule-strong border-t font-semibold', hiddenInNarrow(column))}
                >
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

/** The visible rows, between two spacer rows for the hidden ones. */
function VirtualBody<Row extends object>({ rows, columns, scroller, selected, onOpen }: BodyProps<Row>) {
  const height = rowHeights[document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable'] + 1
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: 6,
    // Enough rows for the first paint, before the element is measured.
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
            measure={virtualizer.measureElement}
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
  /** Learns the real height of a virtual row. */
  measure?: (row: HTMLTableRowElement | null) => void
}

function BodyRow<Row extends object>(props: BodyRowProps<Row>) {
  const { row, columns, selected, onOpen, position, measure } = props
  return (
    <Tr
      ref={measure}
      data-index={position === undefined ? undefined : position - 2}
      aria-rowindex={position}
      // The keyboard uses the button in the first cell; a pointer can select anywhere in the row.
      onClick={onOpen && ((event) => !isControl(event.target) && onOpen(row.original))}
      className={cx(
        'border-none',
        onOpen && 'cursor-pointer hover:bg-hover',
        selected && 'bg-fact-wash hover:bg-fact-wash',
      )}
    >
      {columns.map((column, index) => (
        <Td
          key={column.id}
          numeric={column.numeric}
          className={cx('truncate border-rule border-b', hiddenInNarrow(column))}
        >
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

function hiddenInNarrow({ wideOnly }: { wideOnly?: boolean }): string | undefined {
  return wideOnly ? '@max-[44rem]/table:hidden' : undefined
}

/** A variable, because only a class knows how wide the table may be. */
function tableWidth(minWidth: string | undefined): CSSProperties {
  return { '--table-width': minWidth ?? '0' } as CSSProperties
}

/** Of what a cell shows only in a narrow table, in place of the columns that are left out there. */
export const narrowOnly = '@min-[44rem]/table:hidden'

/** Moves the focus between rows with the arrow keys. */
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
