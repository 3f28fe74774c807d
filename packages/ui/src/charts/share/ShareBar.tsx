/** A bar that compares a figure with the others in its column. */
export function ShareBar({ length, color = 'var(--chart-1)' }: { length: number; color?: string }) {
  return (
    <div aria-hidden="true" className="h-1.5 w-full min-w-10 rounded-hair bg-hover">
      <div className="h-full rounded-hair" style={{ width: `${length * 100}%`, background: color }} />
    </div>
  )
}
