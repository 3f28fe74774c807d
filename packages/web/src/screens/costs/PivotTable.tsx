import type { GroupKey } from '@kept/domain/cost-query.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { exactFigure, formatFigure } from '../../spend/figure.ts'
import { labelOfKey } from '../../spend/group-key.ts'
import { type Column, DataTable } from '../../table/DataTable.tsx'
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

function Figures({ pivot, state, currency, keys, title, count, onChange }: FiguresProps) {
  const [measure] = state.measures
  const [rowKey, columnKey] = keys
  const linkTo = (values: readonly { key: GroupKey; value: string }[]) =>
    writeExplorer({ ...drillInto(state, values), chart: 'bar', view: 'totals' })
  const figure = (value: string | null | undefined) => (
    <span title={exactFigure(measure, value, currency)}>{formatFigure(measure, value, currency)}</span>
  )
  const columns: Column<PivotRow>[] = [
    {
      id: 'row',
      head: labelOfKey(rowKey),
      width: '13rem',
      foot: 'Total',
      sortBy: ({ edge }) => edge?.name,
      cell: ({ edge }) =>
        edge ? (
          <TextLink to="/costs" search={linkTo([{ key: rowKey, value: edge.value }])} quiet>
            <span className="block truncate">{edge.name}</span>
          </TextLink>
        ) : (
          <span className="text-soft">
            Other ({counted(count.rows - pivot.rows.length + 1, 'more value', 'more values')})
          </span>
        ),
    },
    ...pivot.columns.map(
      (column): Column<PivotRow> => ({
        id: `in:${column.value}`,
        head: <span title={column.name}>{column.name}</span>,
        numeric: true,
        width: '8rem',
        foot: figure(column.total),
        sortBy: ({ cells }) => toSort(cells.get(column.value)),
        cell: ({ edge, cells }) => {
          const value = cells.get(column.value)
          if (!edge || value === null || value === undefined) return figure(value)
          const both = [
            { key: rowKey, value: edge.value },
            { key: columnKey, value: column.value },
          ]
          return (
            <TextLink to="/costs" search={linkTo(both)} quiet>
              {figure(value)}
            </TextLink>
          )
        },
      }),
    ),
    ...(pivot.hasRest
      ? [
          {
            id: 'rest',
            head: `Other (${count.columns - pivot.columns.length})`,
            numeric: true,
            width: '8rem',
            foot: figure(restTotal(pivot)),
            sortBy: ({ rest }: PivotRow) => toSort(rest),
            cell: ({ rest }: PivotRow) => figure(rest),
          },
        ]
      : []),
    {
      id: 'total',
      head: 'Total',
      numeric: true,
      width: '8.5rem',
      foot: figure(pivot.total),
      sortBy: ({ total }) => toSort(total),
      cell: ({ total }) => <span className="font-medium">{figure(total)}</span>,
    },
  ]
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={pivot.rows}
      rowId={({ edge }) => (edge ? `value ${edge.value}` : 'other')}
      sort={state.sort ?? undefined}
      onSort={(sort) => onChange({ sort: sort ?? null })}
      minWidth={`${13 + (columns.length - 1) * 8}rem`}
    />
  )
}

function toSort(value: string | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value)
}
