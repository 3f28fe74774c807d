import type { Recommendation, RuleDescription } from '@kept/domain/recommendation.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { type ReactNode, useState } from 'react'
import { formatConfidence, LevelMark } from '../../savings/levels.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { writeFilter } from '../../spend/filter-link.ts'
import { Accept } from './Accept.tsx'
import { CalculationPart } from './CalculationPart.tsx'
import { Dismiss } from './Dismiss.tsx'
import { DoIt } from './DoIt.tsx'
import { RecommendationHistory } from './RecommendationHistory.tsx'
import { useRecommendationActions } from './useRecommendationActions.ts'

interface EvidenceProps {
  recommendation: Recommendation
  /** Other ways to save the same money; the one that is counted comes first. */
  alternatives: readonly Recommendation[]
  rule: RuleDescription | undefined
  onOpen(id: string): void
  onClose(): void
}

/** The details of a recommendation: evidence, location, calculation, steps, and history. */
export function Evidence({ recommendation, alternatives, rule, onOpen, onClose }: EvidenceProps) {
  const [dismissing, setDismissing] = useState(false)
  const [accepting, setAccepting] = useState(false)
  const { reopen, reopening, done, finishing } = useRecommendationActions()
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
        {mayMove(recommendation.status, 'accept') && (
          <Button
            {...(recommendation.status !== 'accepted' && { tone: 'primary' as const })}
            onClick={() => setAccepting(true)}
          >
            {recommendation.status === 'accepted' ? 'Change owner' : 'Accept'}
          </Button>
        )}
        {mayMove(recommendation.status, 'done') && (
          <Button isBusy={finishing} onClick={() => done(recommendation.id)}>
            Mark as done
          </Button>
        )}
        {mayMove(recommendation.status, 'dismiss') && recommendation.status !== 'dismissed' && (
          <Button onClick={() => setDismissing(true)}>Dismiss</Button>
        )}
        {mayMove(recommendation.status, 'reopen') && (
          <Button isBusy={reopening} onClick={() => reopen(recommendation.id)}>
            Reopen
          </Button>
        )}
        {recommendation.status === 'gone' && <Badge>No longer detected in later bills</Badge>}
      </div>
      {recommendation.status === 'dismissed' && recommendation.dismissed_reason && (
        <p className="mt-2 text-small text-soft">
          Dismissed: {recommendation.dismissed_reason}
          {recommendation.dismissed_until && ` (until ${formatDay(recommendation.dismissed_until)})`}
        </p>
      )}
      {recommendation.owner && (
        <p className="mt-2 text-small text-soft">
          Owner: {recommendation.owner}
          {recommendation.due_on && `, due ${formatDay(recommendation.due_on)}`}
        </p>
      )}

      {alternatives.length > 0 && (
        <Part title="Alternatives">
          <p className="mb-1 text-small text-soft">These save the same money. Choose one.</p>
          <ul className="divide-y divide-rule">
            {alternatives.map((other) => (
              <li key={other.id} className="flex items-baseline justify-between gap-4 py-1.5 text-small">
                <button type="button" className="text-left underline" onClick={() => onOpen(other.id)}>
                  {other.title}
                </button>
                <span className="figure font-mono">
                  {other.monthly_savings === null ? 'Not estimated' : formatMoney(other.monthly_savings, currency)}
                </span>
              </li>
            ))}
          </ul>
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
            <TextLink to="/costs" search={{ by: 'meter', f: writeFilter('resource', recommendation.resource_id) }}>
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
      {accepting && <Accept recommendation={recommendation} open onOpenChange={setAccepting} />}
      <Dismiss recommendation={recommendation} open={dismissing} onOpenChange={setDismissing} onDone={onClose} />
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
        <Range low={low} saving={saving} high={high} cost={recommendation.monthly_cost} currency={currency} />
      )}
      {countedIn && (
        <p className="mt-2 text-small text-watch">Alternative. Totals count only the main recommendation.</p>
      )}
    </div>
  )
}

/** The range of the estimate, on the scale of the resource's cost. */
function Range({
  low,
  saving,
  high,
  cost,
  currency,
}: {
  low: string
  saving: string
  high: string
  cost: string
  currency: string
}) {
  const scaleMax = Math.max(Number(cost), Number(high), 1e-12)
  const percentOf = (value: string) => `${Math.min(100, Math.max(0, (Number(value) / scaleMax) * 100))}%`
  const isOneFigure = Number(low) === Number(high)
  return (
    <div className="mt-2">
      <div aria-hidden="true" className="relative h-3 rounded-hair bg-hover">
        <div
          className="hatch-leak absolute inset-y-0 rounded-hair"
          style={{ left: isOneFigure ? 0 : percentOf(low), right: `calc(100% - ${percentOf(high)})` }}
        />
        <div className="absolute inset-y-[-2px] w-0.5 bg-leak" style={{ left: percentOf(saving) }} />
      </div>
      <p className="figure mt-1 flex justify-between text-micro text-faint">
        <span>
          {isOneFigure ? 'about ' : `${formatMoney(low, currency)} to `}
          {formatMoney(high, currency)}
        </span>
        <span>of {formatMoney(cost, currency)}</span>
      </p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6" aria-label={title}>
      <h3 className="mb-2 border-rule-strong border-b pb-1 text-small font-semibold">{title}</h3>
      {children}
    </section>
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
