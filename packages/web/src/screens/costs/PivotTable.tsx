import type { GroupKey } from '@kept/domain/cost-query.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { exactFigure, formatFigure } from '../../spend/figure.ts'
import { labelOfKey } from '../../spend/group-key.ts'
import { drillInto } from './drill.ts'
import { type Explorer, writeExplorer } from './explorer.ts'
import { cellsQuery, edgeQuery, edgesOf, type Pivot, type PivotRow, pivotLimits, pivotOf, restTotal } from './pivot.ts'
import { pivotKeys } from './pivot-keys.ts'

interface PivotTableProps {
  state: Explorer
  currency: string
  onChange(part: Partial<Explorer>): void
}

/** The first metric by two dimensions. A figure opens what it consists of. */
export default function PivotTable({ state, currency, onChange }: PivotTableProps) {
  const [measure] = state.measures
  const keys = pivotKeys(state.groupBy)
  const [rowKey, columnKey] = keys
  const down = useEdge(state, currency, rowKey, pivotLimits.rows)
  const across = useEdge(state, currency, columnKey, pivotLimits.columns)
  const edges = [
    { key: rowKey, answer: down.data?.data },
    { key: columnKey, answer: across.data?.data },
  ].map(({ key, answer }) => ({
    key,
    values: answer ? edgesOf(answer, key, measure, currency).map(({ value }) => value) : [],
  }))
  const cells = useQuery({
    ...api.costs.query.queryOptions({ input: cellsQuery(state, currency, edges) }),
    enabled: edges.every(({ values }) => values.length > 0),
    placeholderData: keepPreviousData,
  })
  const title = `${labelOfKey(rowKey)} by ${labelOfKey(columnKey).toLowerCase()}`
  return (
    <Section title={title} className="mt-8">
      <Loaded query={down} failed="The table could not be loaded." loading={<ChartLoading height={300} />}>
        {({ data: rows }) =>
          rows.groups.total === 0 ? (
            <p className="text-small text-soft">No costs match these filters.</p>
          ) : (
            <Loaded query={across} failed="The table could not be loaded." loading={<ChartLoading height={300} />}>
              {({ data: columns }) => (
                <Loaded query={cells} failed="The table could not be loaded." loading={<ChartLoading height={300} />}>
                  {({ data }) => (
                    <Figures
                      pivot={pivotOf({ down: rows, across: columns, cells: data }, keys, measure, currency)}
                      {...{ state, currency, keys, onChange, title }}
                      count={{ rows: rows.groups.total, columns: columns.groups.total }}
                    />
                  )}
                </Loaded>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Section>
  )
}

function useEdge(state: Explorer, currency: string, key: GroupKey, top: number) {
  return useQuery({
    ...api.costs.query.queryOptions({ input: edgeQuery(state, currency, key, top) }),
    placeholderData: keepPreviousData,
  })
}

interface FiguresProps extends PivotTableProps {
  pivot: Pivot
  keys: readonly [GroupKey, GroupKey]
  title: string
  /** Values of each dimension, shown or not. */
  count: { rows: number; columns: number }
}

/** The visible values, the rest of each row, and the totals. Rows are sorted by a column of figures. */
function Figures({ pivot, state, currency, keys, title, count, onChange }: FiguresProps) {
  const [measure] = state.measures
  const [rowKey, columnKey] = keys
  const linkTo = (values: readonly { key: GroupKey; value: string }[]) =>
    writeExplorer({ ...drillInto(state, values), chart: 'bar', view: 'totals' })
  const figure = (value: string | null | undefined) => (
    <span title={exactFigure(measure, value, currency)}>{formatFigure(measure, value, currency)}</span>
  )
  const columns: FigureColumn[] = [
    ...pivot.columns.map(
      ({ value, name, total }): FigureColumn => ({
        id: `in:${value}`,
        name,
        total,
        value,
        of: (row) => row.cells.get(value),
      }),
    ),
    ...(pivot.hasRest
      ? [
          {
            id: 'rest',
            name: `Other (${count.columns - pivot.columns.length})`,
            total: restTotal(pivot),
            of: (row: PivotRow) => row.rest,
          },
        ]
      : []),
    { id: 'total', name: 'Total', total: pivot.total, of: (row) => row.total },
  ]
  const sortedId = columns.some(({ id }) => id === state.sort?.id) ? state.sort?.id : 'total'
  const desc = state.sort?.desc ?? true
  return (
    <Table label={title}>
      <thead>
        <tr>
          <Th>{labelOfKey(rowKey)}</Th>
          {columns.map(({ id, name }) => (
            <Th
              key={id}
              numeric
              sorted={id === sortedId && (desc ? 'desc' : 'asc')}
              onSort={() => onChange({ sort: { id, desc: id === sortedId ? !desc : true } })}
            >
              <span className="inline-block max-w-40 truncate align-bottom" title={name}>
                {name}
              </span>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sortRows(pivot.rows, columns.find(({ id }) => id === sortedId)?.of, desc).map((row) => (
          <Tr key={row.edge ? `value ${row.edge.value}` : 'other'}>
            <Td className="max-w-56">
              {row.edge ? (
                <TextLink to="/costs" search={linkTo([{ key: rowKey, value: row.edge.value }])} quiet>
                  <span className="block truncate">{row.edge.name}</span>
                </TextLink>
              ) : (
                <span className="text-soft">
                  Other ({counted(count.rows - pivot.rows.length + 1, 'more value', 'more values')})
                </span>
              )}
            </Td>
            {columns.map(({ id, value, of }) => {
              const amount = of(row)
              const isLink = row.edge && value !== undefined && amount !== null && amount !== undefined
              return (
                <Td key={id} numeric>
                  {isLink ? (
                    <TextLink
                      to="/costs"
                      search={linkTo([
                        { key: rowKey, value: row.edge?.value ?? '' },
                        { key: columnKey, value },
                      ])}
                      quiet
                    >
                      {figure(amount)}
                    </TextLink>
                  ) : (
                    figure(amount)
                  )}
                </Td>
              )
            })}
          </Tr>
        ))}
      </tbody>
      <tfoot>
        <Tr>
          <Td>Total</Td>
          {columns.map(({ id, total }) => (
            <Td key={id} numeric className="font-medium">
              {figure(total)}
            </Td>
          ))}
        </Tr>
      </tfoot>
    </Table>
  )
}

interface FigureColumn {
  id: string
  name: string
  total: string | null
  /** Of the second dimension; left out for the rest and the total. */
  value?: string
  of(row: PivotRow): string | null | undefined
}

/** Rows without a figure, and what has no row of its own, come last. */
function sortRows(rows: readonly PivotRow[], of: FigureColumn['of'] = ({ total }) => total, desc = true): PivotRow[] {
  const own = rows.filter(({ edge }) => edge)
  const figureOf = (row: PivotRow) => {
    const value = of(row)
    return value === null || value === undefined ? null : Number(value)
  }
  const compare = (a: number | null, b: number | null) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : desc ? b - a : a - b
  return [...own.toSorted((a, b) => compare(figureOf(a), figureOf(b))), ...rows.filter(({ edge }) => !edge)]
}
