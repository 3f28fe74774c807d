import type { Recommendation, RuleDescription } from '@kept/domain/recommendation.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { formatConfidence, LevelMark } from '../../savings/levels.tsx'
import { useDecisions } from '../../savings/useDecisions.ts'
import { TextLink } from '../../shell/TextLink.tsx'
import { writeFilter } from '../../spend/filter-link.ts'
import { CreateTicket } from '../../ticket/CreateTicket.tsx'
import { TicketLinks } from '../../ticket/TicketLinks.tsx'
import { serverUrl } from '../../url/base-path.ts'
import { CalculationPart } from './CalculationPart.tsx'
import { Comments } from './Comments.tsx'
import { DoIt } from './DoIt.tsx'
import { EstimateScale } from './EstimateScale.tsx'
import { Options } from './Options.tsx'
import { OwnerPicker } from './OwnerPicker.tsx'
import { Part } from './Part.tsx'
import { RecommendationHistory } from './RecommendationHistory.tsx'
import { TerraformPart } from './TerraformPart.tsx'
import type { InboxAct } from './useInboxKeys.ts'
import { useRecommendationActions } from './useRecommendationActions.ts'

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
  const { reopen, reopening, done, finishing } = useRecommendationActions()
  const { decide, deciding } = useDecisions()
  const { currency } = recommendation
  const facts = recommendation.evidence.filter(({ step }) => step === undefined)
  return (
    <SidePanel
      open
      onClose={onClose}
      title={recommendation.title}
      kicker={`${recommendation.provider} · ${recommendation.service}`}
    >
      <p className="text-pretty text-body">{recommendation.summary}</p>
      <Saving recommendation={recommendation} />
      <div className="mt-4 flex flex-wrap gap-2">
        {mayDecide && mayMove(recommendation.status, 'accept') && (
          <Button
            {...(recommendation.status !== 'accepted' && { tone: 'primary' as const })}
            onClick={() => onAct('accept')}
          >
            {recommendation.status === 'accepted' ? 'Change owner' : 'Accept'}
          </Button>
        )}
        {mayDecide && mayMove(recommendation.status, 'done') && (
          <Button isBusy={finishing} onClick={() => done(recommendation.id)}>
            Mark as done
          </Button>
        )}
        {mayDecide && (
          <OwnerPicker
            owner={recommendation.owner_type ? { type: recommendation.owner_type, id: recommendation.owner_id } : null}
            removable={recommendation.owner !== ''}
            onPick={(owner) =>
              decide([recommendation], { decision: 'assign', owner: owner && { type: owner.type, id: owner.id } })
            }
            trigger={<Button isBusy={deciding}>Assign</Button>}
          />
        )}
        {mayDecide && mayMove(recommendation.status, 'snooze') && recommendation.status !== 'snoozed' && (
          <Button onClick={() => onAct('snooze')}>Snooze</Button>
        )}
        {mayDecide && mayMove(recommendation.status, 'dismiss') && recommendation.status !== 'dismissed' && (
          <Button onClick={() => onAct('dismiss')}>Dismiss</Button>
        )}
        <CreateTicket
          subject={{ kind: 'recommendation', id: recommendation.id }}
          load={async () =>
            (await import('../../ticket/ticket-text.ts')).ticketOfRecommendation(
              recommendation,
              serverUrl(`/savings?recommendation=${recommendation.id}`).href,
            )
          }
        />
        {mayDecide && mayMove(recommendation.status, 'reopen') && (
          <Button isBusy={reopening} onClick={() => reopen(recommendation.id)}>
            Reopen
          </Button>
        )}
        {recommendation.status === 'gone' && <Badge>No longer detected in later bills</Badge>}
      </div>
      <TicketLinks subject={{ kind: 'recommendation', id: recommendation.id }} />
      {recommendation.status === 'dismissed' && recommendation.dismissed_reason && (
        <p className="mt-2 text-small text-soft">Dismissed: {recommendation.dismissed_reason}</p>
      )}
      {recommendation.status === 'snoozed' && recommendation.dismissed_until && (
        <p className="mt-2 text-small text-soft">
          Snoozed until {formatDay(recommendation.dismissed_until)}
          {recommendation.dismissed_reason && `: ${recommendation.dismissed_reason}`}
        </p>
      )}
      {recommendation.owner && (
        <p className="mt-2 text-small text-soft">
          Owner: {recommendation.owner}
          {recommendation.due_on && `, due ${formatDay(recommendation.due_on)}`}
        </p>
      )}

      {alternatives.length > 0 && (
        <Part title="Options">
          <Options recommendation={recommendation} alternatives={alternatives} onOpen={onOpen} />
        </Part>
      )}

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

      {facts.length < recommendation.evidence.length && (
        <Part title="How the estimate is calculated">
          <CalculationPart evidence={recommendation.evidence} />
        </Part>
      )}

      <Part title="Where">
        <dl className="space-y-1 text-small">
          <LocationRow name="Resource" id={recommendation.resource_id} text={recommendation.resource_name} />
          <LocationRow name="Type" text={recommendation.resource_type} />
          <LocationRow name="Account" id={recommendation.sub_account_id} text={recommendation.sub_account_name} />
          <LocationRow name="Region" text={recommendation.region} />
        </dl>
        {recommendation.resource_id && (
          <p className="mt-2 text-small">
            <TextLink
              to="/costs"
              search={{ by: 'meter', grain: 'day', f: writeFilter('resource', recommendation.resource_id) }}
            >
              Daily cost
            </TextLink>
          </p>
        )}
      </Part>

      {recommendation.steps.length > 0 && (
        <Part title="What to do">
          <ol className="list-decimal space-y-1 pl-5 text-body marker:text-faint">
            {recommendation.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Part>
      )}

      <DoIt recommendation={recommendation} />
      <TerraformPart recommendation={recommendation} />

      <Part title="Assessment">
        <div className="flex flex-wrap gap-x-6 gap-y-1 text-small">
          <span>
            <span className="text-soft">Confidence</span> {formatConfidence(recommendation.confidence)}
          </span>
          <span className="inline-flex gap-1.5">
            <span className="text-soft">Effort</span> <LevelMark level={recommendation.effort} />
          </span>
          <span className="inline-flex gap-1.5">
            <span className="text-soft">Risk</span> <LevelMark level={recommendation.risk} />
          </span>
          {rule && <span>{rule.reversible ? 'Reversible' : 'Not reversible'}</span>}
        </div>
        {rule && (
          <>
            <p className="mt-2 text-pretty text-small text-soft">{rule.description}</p>
            {rule.thresholds.length > 0 && (
              <ul className="mt-2 space-y-1 text-small">
                {rule.thresholds.map((threshold) => (
                  <li key={threshold.name}>
                    {threshold.name}: <span className="figure font-mono">{threshold.value}</span>{' '}
                    <span className="text-faint">({threshold.source})</span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
        <p className="mt-2 text-micro text-faint">
          Rule {recommendation.rule}. First detected {formatMoment(recommendation.first_seen_at)}, last{' '}
          {formatMoment(recommendation.last_seen_at)}. Cost: {formatMoneyExact(recommendation.monthly_cost, currency)} a
          month.
        </p>
      </Part>
      <Part title="History">
        <RecommendationHistory id={recommendation.id} />
      </Part>
      <Part title="Comments">
        <Comments id={recommendation.id} mayWrite={mayDecide} />
      </Part>
    </SidePanel>
  )
}

function Saving({ recommendation }: { recommendation: Recommendation }) {
  const {
    monthly_savings: saving,
    monthly_savings_low: low,
    monthly_savings_high: high,
    currency,
    counted_in: countedIn,
  } = recommendation
  if (saving === null) return <p className="mt-3 text-body text-soft">Savings not estimated.</p>
  return (
    <div className="mt-4 border-rule border-y py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figure text-title font-semibold" title={formatMoneyExact(saving, currency)}>
          {formatMoney(saving, currency)}
        </span>
        <span className="text-small text-soft">a month (estimate)</span>
      </p>
      {low !== null && high !== null && (
        <EstimateScale low={low} saving={saving} high={high} cost={recommendation.monthly_cost} currency={currency} />
      )}
      {countedIn && (
        <p className="mt-2 text-small text-watch">Alternative. Totals count only the main recommendation.</p>
      )}
    </div>
  )
}

function LocationRow({ name, text, id }: { name: string; text: string; id?: string }) {
  if (!text && !id) return null
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0">
        {text}
        {id && id !== text && <span className="block break-all font-mono text-micro text-soft">{id}</span>}
      </dd>
    </div>
  )
}
