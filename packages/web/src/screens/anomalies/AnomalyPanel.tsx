import type { Anomaly, AnomalyDriver } from '@kept/domain/anomaly.ts'
import { dimensions } from '@kept/domain/cube.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import { Lines } from '@kept/ui/charts/line/Lines.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { nameOfScope } from '../../anomalies/anomaly-text.ts'
import { api } from '../../api/client.ts'
import { WhyLink } from '../../explain/WhyLink.tsx'
import { whyOfAnomaly } from '../../explain/why-questions.ts'
import { ReportIncident } from '../../security/ReportIncident.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { writeFilters } from '../../spend/filter-link.ts'
import { namePeriod } from '../../spend/periods.ts'
import { CreateTicket } from '../../ticket/CreateTicket.tsx'
import { publicPath, serverUrl } from '../../url/base-path.ts'
import { FeedbackButtons } from './FeedbackButtons.tsx'

/** An incident: its amount, days, drivers, related events, and feedback. */
export function AnomalyPanel({ anomaly }: { anomaly: Anomaly }) {
  const { currency, excess, expected, actual, first_day, last_day, status, projected_excess } = anomaly
  const money = (amount: string) => formatMoney(amount, currency)
  return (
    <>
      <p className="text-pretty text-body">
        Actual cost {money(actual)}, expected {money(expected)},{' '}
        {first_day === last_day
          ? `on ${formatDay(first_day)}`
          : `from ${formatDay(first_day)} to ${formatDay(last_day)}`}
        : <strong>{formatMoney(excess, currency, { signed: true })}</strong>.
        {status === 'open' && ` If it continues, about ${money(projected_excess)} by the end of the month.`}
      </p>
      <div className="mt-5">
        <Lines
          label="Actual and expected cost by day"
          height={180}
          data={anomaly.days.map(({ date, actual: cost, expected: baseline }) => ({
            date,
            actual: Number(cost),
            expected: baseline === null ? null : Number(baseline),
          }))}
          xKey="date"
          nameX={(day) => namePeriod(day, 'day')}
          lines={[
            { dataKey: 'actual', name: 'Actual' },
            { dataKey: 'expected', name: 'Expected', strokeDasharray: '4 4' },
          ]}
          format={(figure) => formatMoney(String(figure), currency)}
          legend={{
            figures: { actual: Number(actual), expected: Number(expected) },
            caption:
              first_day === last_day ? `Figures for ${formatDay(first_day)}.` : 'Figures for the entire incident.',
          }}
        />
      </div>
      <Explore anomaly={anomaly} />
      <Feedback anomaly={anomaly} />
      <Hours anomaly={anomaly} />
      <h3 className="mt-6 mb-2 text-body font-semibold">Top drivers</h3>
      <p className="mb-2 text-small text-soft">Largest changes by dimension, compared with the previous four weeks.</p>
      {anomaly.drivers.length === 0 ? (
        <p className="text-small text-soft">No driver stands out.</p>
      ) : (
        <Drivers drivers={anomaly.drivers.slice(0, 12)} currency={currency} />
      )}
      <Links links={anomaly.links} />
    </>
  )
}

/** Links to Cost Explorer with the same scope and days, plus the two weeks before. */
function Explore({ anomaly: { scope, currency, first_day, last_day } }: { anomaly: Anomaly }) {
  return (
    <p className="mt-3 text-small">
      <TextLink
        to="/costs"
        search={{
          from: addDays(first_day, -14),
          to: addDays(last_day, 1),
          ...(scope.length > 0 && { f: writeFilters(scope) }),
          ...(currency !== 'USD' && { currency }),
        }}
      >
        Open in Cost Explorer
      </TextLink>{' '}
      · <WhyLink question={whyOfAnomaly({ scope, currency, first_day, last_day })}>Why did this change?</WhyLink>
    </p>
  )
}

function Drivers({ drivers, currency }: { drivers: readonly AnomalyDriver[]; currency: string }) {
  const money = (amount: string | null) =>
    amount === null ? 'unknown' : formatMoney(amount, currency, { signed: true })
  return (
    <Table label="Top drivers">
      <thead>
        <tr>
          <Th>Driver</Th>
          <Th numeric>Difference</Th>
          <Th numeric className="max-sm:hidden">
            Price effect
          </Th>
          <Th numeric className="max-sm:hidden">
            Volume effect
          </Th>
        </tr>
      </thead>
      <tbody>
        {drivers.map(({ dimension, value, name, contribution, price, volume }) => (
          <Tr key={`${dimension} ${value}`}>
            <Td className="w-full max-w-0">
              <span className="block truncate">{name || value || 'Unnamed'}</span>
              <span className="block text-micro text-soft">{labelOf(dimension)}</span>
            </Td>
            <Td numeric>{money(contribution)}</Td>
            <Td numeric className="text-soft max-sm:hidden">
              {money(price)}
            </Td>
            <Td numeric className="text-soft max-sm:hidden">
              {money(volume)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function labelOf(dimension: string): string {
  return isKeyOf(dimensions, dimension) ? dimensions[dimension].label : dimension
}

/** Feedback is stored with the incident and adjusts the threshold of its scope. */
function Feedback({ anomaly }: { anomaly: Anomaly }) {
  const client = useQueryClient()
  const answer = useMutation(
    api.anomalies.feedback.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.anomalies.key() })
        toasts.show({ title: 'Feedback saved. Kept adjusts the threshold of this scope.' })
      },
    }),
  )
  return (
    <FeedbackButtons
      feedback={anomaly.feedback}
      answeredBy={anomaly.feedback_by}
      pendingAnswer={answer.isPending ? answer.variables.feedback : null}
      onAnswer={(feedback) => answer.mutate({ id: anomaly.id, feedback })}
    >
      <CreateTicket
        size="small"
        subject={{ kind: 'anomaly', id: anomaly.id }}
        load={async () =>
          (await import('../../ticket/ticket-text.ts')).ticketOfAnomaly(
            anomaly,
            serverUrl(`/anomalies?open=${anomaly.id}`).href,
          )
        }
      />
      <ReportIncident
        size="small"
        draft={{
          title: `Cost anomaly of ${nameOfScope(anomaly)}`,
          source: 'anomaly',
          source_id: anomaly.id,
        }}
      />
    </FeedbackButtons>
  )
}

/** The hour it started, when the bill has hourly data. */
function Hours({ anomaly: { hours, started_at, currency } }: { anomaly: Anomaly }) {
  if (started_at === null || hours.length === 0) return null
  return (
    <>
      <h3 className="mt-6 mb-2 text-body font-semibold">Started {formatMoment(started_at)}</h3>
      <Lines
        label="Actual and expected cost by hour"
        height={150}
        data={hours.map(({ at, actual, expected }) => ({
          at: formatMoment(at),
          actual: Number(actual),
          expected: expected === null ? null : Number(expected),
        }))}
        xKey="at"
        lines={[
          { dataKey: 'actual', name: 'Actual' },
          { dataKey: 'expected', name: 'Expected', strokeDasharray: '4 4' },
        ]}
        format={(figure) => formatMoney(String(figure), currency)}
      />
    </>
  )
}

const linkLabels = { recommendation: 'Recommendation', loop: 'Loop', deployment: 'Deployment' } as const

/** Recommendations, loops, and deployments on the same resources. */
function Links({ links }: Pick<Anomaly, 'links'>) {
  if (links.length === 0) return null
  return (
    <>
      <h3 className="mt-6 mb-2 text-body font-semibold">Related</h3>
      <ul>
        {links.map(({ kind, id, title, at, href }) => (
          <li key={`${kind} ${id}`} className="border-rule border-b py-2">
            {href ? (
              <a href={publicPath(href)} className="block truncate font-medium hover:underline">
                {title}
              </a>
            ) : (
              <span className="block truncate font-medium">{title}</span>
            )}
            <span className="block text-micro text-soft">
              {linkLabels[kind]}
              {at !== null && `, ${formatMoment(at)}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
