import { counted } from '@kept/foundation/format/number.ts'

/** A tab with how much needs attention in it; without anything, its name alone. */
export function CountedTab({ label, count = 0, noun }: { label: string; count?: number | undefined; noun: string }) {
  if (count === 0) return label
  return (
    <>
      {label}{' '}
      <span aria-hidden="true" className="font-normal text-leak text-small tabular-nums">
        {count}
      </span>
      <span className="sr-only">, {counted(count, noun)}</span>
    </>
  )
}
