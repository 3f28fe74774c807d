import type { ExplanationMeasure } from '@kept/domain/explanation.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { WhyLink } from '../../explain/WhyLink.tsx'
import { whyOfExplorer } from '../../explain/why-questions.ts'
import type { Explorer } from './explorer.ts'

interface ExplorerWhyProps {
  state: Explorer
  measure: ExplanationMeasure
  currency: string
  window: DayWindow
  /** What changed; left out, the total. */
  subject?: string
}

/** Asks why the total, or a group, changed. */
export default function ExplorerWhy({ state, measure, currency, window, subject }: ExplorerWhyProps) {
  const question = whyOfExplorer(state, measure, currency, window)
  if (subject !== undefined) return <WhyLink question={question} subject={subject} />
  return (
    <WhyLink question={question} className="text-small">
      Why did this change?
    </WhyLink>
  )
}
