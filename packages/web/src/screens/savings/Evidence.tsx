import type { Finding, RuleWords } from '@kept/domain/finding.ts'
import { mayMove } from '@kept/domain/finding-life.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatDay, formatMoment } from '@kept/ui/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/ui/format/money.ts'
import { type ReactNode, useState } from 'react'
import { LevelMark, sayConfidence } from '../../savings/levels.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { writeFilter } from '../../spend/filter-link.ts'
import { Accept } from './Accept.tsx'
import { CalculationPart } from './CalculationPart.tsx'
import { Dismiss } from './Dismiss.tsx'
import { Life } from './Life.tsx'
import { useFindingActions } from './useFindingActions.ts'

interface EvidenceProps {
  finding: Finding
  /** Other ways to save the same money, the one that counts first. */
  others: readonly Finding[]
  rule: RuleWords | undefined
  onOpen(id: string): void
  onClose(): void
}

/** Everything a person needs to check one finding: what was seen, where it is, how it was judged, what to do. */
export function Evidence({ finding, others, rule, onOpen, onClose }: EvidenceProps) {
  const [dismissing, setDismissing] = useState(false)
  const [accepting, setAccepting] = useState(false)
  const { reopen, reopening, done, finishing } = useFindingActions()
  const { currency } = finding
  const facts = finding.evidence.filter(({ step }) => step === undefined)
  return (
    <SidePanel open onClose={onClose} title={finding.title} kicker={`${finding.provider} · ${finding.service}`}>
      <p className="text-pretty text-body">{finding.summary}</p>
      <Saving finding={finding} />
      <div className="mt-4 flex flex-wrap gap-2">
        {mayMove(finding.status, 'accept') && (
          <Button
            {...(finding.status !== 'accepted' && { tone: 'primary' as const })}
            onClick={() => setAccepting(true)}
          >
            {finding.status === 'accepted' ? 'Owner and date' : 'Accept'}
          </Button>
        )}
        {mayMove(finding.status, 'done') && (
          <Button busy={finishing} onClick={() => done(finding.id)}>
            Mark as done
          </Button>
        )}
        {mayMove(finding.status, 'dismiss') && finding.status !== 'dismissed' && (
          <Button onClick={() => setDismissing(true)}>Dismiss</Button>
        )}
        {mayMove(finding.status, 'reopen') && (
          <Button busy={reopening} onClick={() => reopen(finding.id)}>
            Take back
          </Button>
        )}
        {finding.status === 'gone' && <Badge>Gone: a later bill no longer shows it</Badge>}
      </div>
      {finding.status === 'dismissed' && finding.dismissed_reason && (
        <p className="mt-2 text-small text-soft">
          Dismissed: {finding.dismissed_reason}
          {finding.dismissed_until && ` (until ${formatDay(finding.dismissed_until)})`}
        </p>
      )}
      {finding.owner && (
        <p className="mt-2 text-small text-soft">
          With {finding.owner}
          {finding.due_on && `, due ${formatDay(finding.due_on)}`}
        </p>
      )}

      {others.length > 0 && (
        <Part title="Alternatives">
          <p className="mb-1 text-small text-soft">The same money can be saved once: choose one of these.</p>
          <ul className="divide-y divide-rule">
            {others.map((other) => (
              <li key={other.id} className="flex items-baseline justify-between gap-4 py-1.5 text-small">
                <button type="button" className="text-left underline" onClick={() => onOpen(other.id)}>
                  {other.title}
                </button>
                <span className="figure font-mono">
                  {other.monthly_saving === null ? 'not estimated' : formatMoney(other.monthly_saving, currency)}
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

      {facts.length < finding.evidence.length && (
        <Part title="How the estimate is calculated">
          <CalculationPart evidence={finding.evidence} />
        </Part>
      )}

      <Part title="Where">
        <dl className="space-y-1 text-small">
          <Place name="Resource" id={finding.resource_id} words={finding.resource_name} />
          <Place name="Kind" words={finding.resource_type} />
          <Place name="Account" id={finding.sub_account_id} words={finding.sub_account_name} />
          <Place name="Region" words={finding.region} />
        </dl>
        {finding.resource_id && (
          <p className="mt-2 text-small">
            <TextLink to="/costs" search={{ by: 'meter', f: writeFilter('resource', finding.resource_id) }}>
              Its cost day by day
            </TextLink>
          </p>
        )}
      </Part>

      {finding.steps.length > 0 && (
        <Part title="What to do">
          <ol className="list-decimal space-y-1 pl-5 text-body marker:text-faint">
            {finding.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Part>
      )}

      <Part title="How it was judged">
        <div className="flex flex-wrap gap-x-6 gap-y-1 text-small">
          <span>
            <span className="text-soft">Confidence</span> {sayConfidence(finding.confidence)}
          </span>
          <span className="inline-flex gap-1.5">
            <span className="text-soft">Effort</span> <LevelMark level={finding.effort} />
          </span>
          <span className="inline-flex gap-1.5">
            <span className="text-soft">Risk</span> <LevelMark level={finding.risk} />
          </span>
          {rule && <span>{rule.reversible ? 'Can be taken back' : 'Cannot be taken back'}</span>}
        </div>
        {rule && (
          <>
            <p className="mt-2 text-pretty text-small text-soft">{rule.explains}</p>
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
          Rule {finding.rule}. First seen {formatMoment(finding.first_seen_at)}, last{' '}
          {formatMoment(finding.last_seen_at)}. Costs {formatMoneyExact(finding.monthly_cost, currency)} a month.
        </p>
      </Part>
      <Part title="What became of it">
        <Life id={finding.id} />
      </Part>
      {accepting && <Accept finding={finding} open onOpenChange={setAccepting} />}
      <Dismiss finding={finding} open={dismissing} onOpenChange={setDismissing} onDone={onClose} />
    </SidePanel>
  )
}

function Saving({ finding }: { finding: Finding }) {
  const {
    monthly_saving: saving,
    monthly_saving_low: low,
    monthly_saving_high: high,
    currency,
    counted_in: countedIn,
  } = finding
  if (saving === null)
    return <p className="mt-3 text-body text-soft">There is no honest estimate of what this would save.</p>
  return (
    <div className="mt-4 border-rule border-y py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figure text-title font-semibold" title={formatMoneyExact(saving, currency)}>
          {formatMoney(saving, currency)}
        </span>
        <span className="text-small text-soft">a month, an estimate</span>
      </p>
      {low !== null && high !== null && (
        <Range low={low} saving={saving} high={high} cost={finding.monthly_cost} currency={currency} />
      )}
      {countedIn && (
        <p className="mt-2 text-small text-watch">
          An alternative: the totals count the recommendation it stands under.
        </p>
      )}
    </div>
  )
}

/** The range of the estimate on the scale of what the resource costs. */
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
  const whole = Math.max(Number(cost), Number(high), 1e-12)
  const at = (value: string) => `${Math.min(100, Math.max(0, (Number(value) / whole) * 100))}%`
  const isOneFigure = Number(low) === Number(high)
  return (
    <div className="mt-2">
      <div aria-hidden="true" className="relative h-3 rounded-hair bg-hover">
        <div
          className="hatch-leak absolute inset-y-0 rounded-hair"
          style={{ left: isOneFigure ? 0 : at(low), right: `calc(100% - ${at(high)})` }}
        />
        <div className="absolute inset-y-[-2px] w-0.5 bg-leak" style={{ left: at(saving) }} />
      </div>
      <p className="figure mt-1 flex justify-between text-micro text-faint">
        <span>
          {isOneFigure ? 'about ' : `between ${formatMoney(low, currency)} and `}
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

function Place({ name, words, id }: { name: string; words: string; id?: string }) {
  if (!words && !id) return null
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0">
        {words}
        {id && id !== words && <span className="block break-all font-mono text-micro text-soft">{id}</span>}
      </dd>
    </div>
  )
}
