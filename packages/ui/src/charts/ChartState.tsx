import { Skeleton } from '../controls/Skeleton.tsx'

/** The placeholder of a loading chart, with the height of the chart. */
export function ChartLoading({ height = 300, label = 'Loading chart' }: { height?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="flex items-end gap-1.5 px-10" style={{ height }}>
      {[38, 52, 46, 64, 58, 72, 50, 44, 68, 61, 55, 75].map((percent, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of bars.
        <div key={index} className="flex-1" style={{ height: `${percent}%` }}>
          <Skeleton className="h-full rounded-b-none" />
        </div>
      ))}
    </div>
  )
}

export function ChartEmpty({ height = 300, message = 'No data available' }: { height?: number; message?: string }) {
  return (
    <div className="flex flex-col items-center justify-center border-rule border-b text-center" style={{ height }}>
      <p className="text-body font-semibold">No Data Available</p>
      <p className="text-small text-soft">{message}</p>
    </div>
  )
}

export function ChartError({ height = 300, message, detail }: { height?: number; message: string; detail?: string }) {
  return (
    <div role="alert" className="flex flex-col items-center justify-center px-6 text-center" style={{ height }}>
      <p className="text-body font-semibold text-leak">Chart Error</p>
      <p className="max-w-prose text-small text-ink">{message}</p>
      {detail && <p className="text-small text-soft">{detail}</p>}
    </div>
  )
}
