import type { TableBlock } from '@kept/domain/report-document.ts'
import { barGeometry } from '@kept/foundation/chart/bar-geometry.ts'
import { withIds } from './with-ids.ts'

const height = 140

/** Drawn by the geometry of the PDF. Its figures are in the table below it, so screen readers skip it. */
export function DocumentChart({ block: { chart, rows } }: { block: TableBlock }) {
  if (!chart || rows.length === 0) return null
  const values = rows.map((row) => row[chart.value] ?? null)
  if (chart.form === 'columns') return <Columns values={values} />
  const { bars } = barGeometry(values, 100)
  return (
    <ul aria-hidden="true" className="mb-3 space-y-1">
      {withIds(bars).map(({ id, item: bar }) => (
        <li
          key={id}
          className="grid grid-cols-[10rem_minmax(0,1fr)] items-center gap-3 text-small max-sm:grid-cols-[6rem_minmax(0,1fr)]"
        >
          <span className="truncate text-right text-soft">{rows[Number(id)]?.[chart.label]}</span>
          <svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none" className="h-3 w-full">
            {bar && <rect x={bar.start} width={bar.size} height={10} className="fill-fact" />}
          </svg>
        </li>
      ))}
    </ul>
  )
}

function Columns({ values }: { values: readonly (string | null)[] }) {
  const { bars, zero } = barGeometry(values, height)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${values.length} ${height}`}
      preserveAspectRatio="none"
      className="mb-3 h-36 w-full"
    >
      {withIds(bars).map(
        ({ id, item: bar }) =>
          bar && (
            <rect
              key={id}
              x={Number(id) + 0.1}
              y={height - bar.start - bar.size}
              width={0.8}
              height={bar.size}
              className="fill-fact"
            />
          ),
      )}
      <path
        d={`M0 ${height - zero}H${values.length}`}
        className="stroke-rule-strong"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
