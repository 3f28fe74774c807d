import type { Explanation as ExplanationAnswer } from '@kept/domain/explanation.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { IconButton } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { TextLink } from '../shell/TextLink.tsx'
import { ChangeTerms } from './ChangeTerms.tsx'
import { ChangeWhere } from './ChangeWhere.tsx'
import { ScopePath } from './ScopePath.tsx'
import { explainInput, type WhyQuestion } from './why.ts'

interface ExplanationProps {
  question: WhyQuestion
  onAsk(question: WhyQuestion): void
  onClose(): void
}

/** A change in one sentence, as a waterfall, and by what it happened in. */
export function Explanation({ question, onAsk, onClose }: ExplanationProps) {
  const query = useQuery({
    ...api.costs.explain.queryOptions({ input: explainInput(question) }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="sticky top-0 z-10 flex items-center justify-between gap-3 bg-raised px-5 pt-3 pb-1 sm:px-6">
        <h2 className="text-body font-semibold">Why did this change?</h2>
        <IconButton label="Close" size="small" icon={<X size={16} />} onClick={onClose} />
      </div>
      <div className="px-5 pb-8 sm:px-6" aria-busy={query.isFetching}>
        <ScopePath question={question} answer={query.data?.data} onAsk={onAsk} />
        <Loaded query={query} failed="The change could not be explained." loading={<Loading />}>
          {({ data }) => <Answer answer={data} question={question} onAsk={onAsk} />}
        </Loaded>
      </div>
    </>
  )
}

function Answer({
  answer,
  question,
  onAsk,
}: Pick<ExplanationProps, 'question' | 'onAsk'> & { answer: ExplanationAnswer }) {
  const explained = answer.currencies.find(({ currency }) => currency === question.currency) ?? answer.currencies[0]
  const { start_date: from, end_date: to, previous_start_date, previous_end_date } = answer
  if (!explained || !from || !to || !previous_start_date || !previous_end_date) {
    return <p className="mt-4 text-body text-soft">No costs match in either period.</p>
  }
  const window = { from, to }
  const past = { from: previous_start_date, to: previous_end_date }
  return (
    <>
      <p className="mt-3 text-pretty font-serif text-[1.3125rem] leading-[1.38] tracking-[-0.01em]">
        {boldAmounts(explained.sentence)}
      </p>
      <Missing answer={answer} past={past} window={window} />
      <ChangeTerms key={`${explained.currency} ${from} ${explained.change}`} {...{ explained, window, past }} />
      <ChangeWhere {...{ explained, question, onAsk }} />
      <p className="mt-6 border-rule border-t pt-3 text-small text-soft">
        {question.measure === 'billed' ? 'Billed cost' : 'Effective cost'}, from the bill lines of both periods. New and
        removed resources have no lines in the other period. Usage is at the earlier prices.{' '}
        <TextLink to="/integrations">Imported bills</TextLink>
      </p>
    </>
  )
}

/** A missing bill looks like a change. */
function Missing({
  answer: { is_complete, is_previous_complete },
  window,
  past,
}: {
  answer: ExplanationAnswer
  window: { from: string; to: string }
  past: { from: string; to: string }
}) {
  if (is_complete && is_previous_complete) return null
  const { from, to } = is_previous_complete ? window : past
  return (
    <p role="note" className="mt-3 rounded-base bg-watch-wash px-3 py-2 text-small text-watch">
      Some bills of {formatWindow(from, to)} are missing, so part of the change may be theirs.{' '}
      <TextLink to="/integrations">Upload a bill</TextLink>
    </p>
  )
}

/** Amounts and percentages stand out in the sentence. */
function boldAmounts(sentence: string) {
  return sentence.split(/([+-]?[$€£¥][\d,.]*\d)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no key but their position.
      <strong key={index} className="figure font-semibold">
        {part}
      </strong>
    ) : (
      part
    ),
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Explaining the change" className="mt-4">
      <SkeletonRows rows={9} />
    </div>
  )
}
