import type { Recommendation, RuleDescription } from '@kept/domain/recommendation.ts'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { TicketLinks } from '../../ticket/TicketLinks.tsx'
import { AssessmentPart } from './AssessmentPart.tsx'
import { CalculationPart } from './CalculationPart.tsx'
import { Comments } from './Comments.tsx'
import { DoIt } from './DoIt.tsx'
import { EvidenceActions } from './EvidenceActions.tsx'
import { ExpectedSaving } from './ExpectedSaving.tsx'
import { FailingChecks } from './FailingChecks.tsx'
import { Options } from './Options.tsx'
import { Part } from './Part.tsx'
import { RecommendationHistory } from './RecommendationHistory.tsx'
import { Standing } from './Standing.tsx'
import { statusLabels } from './status-labels.ts'
import { TerraformPart } from './TerraformPart.tsx'
import type { InboxAct } from './useInboxKeys.ts'
import { WherePart } from './WherePart.tsx'

interface EvidenceProps {
  recommendation: Recommendation
  /** Other ways to save the same money; the one that is counted comes first. */
  alternatives: readonly Recommendation[]
  rule: RuleDescription | undefined
  onOpen(id: string): void
  onClose(): void
  /** Opens the dialog of a decision. */
  onAct(act: InboxAct): void
  mayDecide: boolean
}

/** The details of a recommendation: evidence, location, calculation, steps, and history. */
export function Evidence({ recommendation, alternatives, rule, onOpen, onClose, onAct, mayDecide }: EvidenceProps) {
  const facts = recommendation.evidence.filter(({ step }) => step === undefined)
  return (
    <SidePanel open onClose={onClose} title={recommendation.title} kicker={kickerOf(recommendation)}>
      <p className="text-pretty text-body">{recommendation.summary}</p>
      <ExpectedSaving recommendation={recommendation} />
      <EvidenceActions recommendation={recommendation} onAct={onAct} mayDecide={mayDecide} />
      <TicketLinks subject={{ kind: 'recommendation', id: recommendation.id }} />
      <Standing recommendation={recommendation} />

      {alternatives.length > 0 && (
        <Part title="Options">
          <Options recommendation={recommendation} alternatives={alternatives} onOpen={onOpen} />
        </Part>
      )}

      <FactsPart facts={facts} />

      {facts.length < recommendation.evidence.length && (
        <Part title="How the estimate is calculated">
          <CalculationPart evidence={recommendation.evidence} />
        </Part>
      )}

      <WherePart recommendation={recommendation} />
      <FailingChecks recommendation={recommendation} />

      {recommendation.steps.length > 0 && <StepsPart steps={recommendation.steps} />}

      <DoIt recommendation={recommendation} />
      <TerraformPart recommendation={recommendation} />

      <AssessmentPart recommendation={recommendation} rule={rule} />
      <Part title="History">
        <RecommendationHistory id={recommendation.id} />
      </Part>
      <Part title="Comments">
        <Comments id={recommendation.id} mayWrite={mayDecide} />
      </Part>
    </SidePanel>
  )
}

function kickerOf({ provider, service, status }: Recommendation): string {
  return [provider, service, ...(status === 'open' ? [] : [statusLabels[status]])].join(' · ')
}

function FactsPart({ facts }: { facts: Recommendation['evidence'] }) {
  return (
    <Part title="Evidence">
      <dl className="divide-y divide-rule">
        {facts.map((fact) => (
          <div key={`${fact.label} ${fact.value}`} className="flex justify-between gap-4 py-1.5">
            <dt className="text-small text-soft">{fact.label}</dt>
            <dd className="figure min-w-0 break-words text-right font-mono text-small">
              {fact.value}
              {fact.unit ? <span className="text-faint"> {fact.unit}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function StepsPart({ steps }: { steps: readonly string[] }) {
  return (
    <Part title="What to do">
      <ol className="list-decimal space-y-1 pl-5 text-body marker:text-faint">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Part>
  )
}
