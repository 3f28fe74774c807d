import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { Skeleton } from '@kept/ui/controls/Skeleton.tsx'
import { Provenance } from './Provenance.tsx'
import { describeOverview } from './sentence.ts'

/** The headline sentence with its source. */
export function Headline({ overview }: { overview: Overview }) {
  const sentence = describeOverview(overview)
  if (!sentence) return null
  return (
    <div className="mt-5">
      <p className="max-w-[34ch] text-pretty font-serif text-hero tracking-[-0.015em]">
        {sentence.before} <span className="figure whitespace-nowrap">{sentence.amount}</span>
        {sentence.after}
      </p>
      <Provenance overview={overview} />
    </div>
  )
}

/** Placeholder for the sentence and its figures. */
export function HeadlineLoading() {
  return (
    <div role="status" aria-label="Loading your spend" className="mt-6">
      <Skeleton className="h-9 w-full max-w-xl" />
      <Skeleton className="mt-2 h-9 w-2/3 max-w-md" />
      <Skeleton className="mt-6 h-4 w-64" />
      <div className="mt-8 grid grid-cols-2 gap-6 border-rule border-y py-5 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((id) => (
          <div key={id}>
            <Skeleton className="h-3 w-20" />
            <Skeleton className="mt-2 h-6 w-28" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-10 h-72 w-full" />
    </div>
  )
}
