import type { ResourceDetails } from '@kept/domain/resource.ts'
import { formatLabel } from '@kept/foundation/format/label.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { Bars } from '@kept/ui/charts/bars/Bars.tsx'
import { prepareBars } from '@kept/ui/charts/bars/prepare.ts'
import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import { Lines } from '@kept/ui/charts/line/Lines.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Page, Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { writeFilter } from '../../spend/filter-link.ts'
import { grainFor, namePeriod, periodsOf } from '../../spend/periods.ts'
import { BillLines } from './BillLines.tsx'
import { dayOf } from './day-of.ts'
import { ResourceChanges } from './ResourceChanges.tsx'
import { ResourceLoops } from './ResourceLoops.tsx'
import { ResourceRecommendations } from './ResourceRecommendations.tsx'
import type { ResourceRef, ResourcesView } from './resource-list.ts'

interface ResourcePageProps {
  id: string
  provider: string
  onChange(part: Partial<ResourcesView>): void
}

/** A resource: its attributes, recommendations, costs, utilization, and related resources. */
export function ResourcePage({ id, provider, onChange }: ResourcePageProps) {
  const resourceRef = { id, ...(provider ? { provider } : {}) }
  const query = useQuery(api.resources.get.queryOptions({ input: resourceRef }))
  const resource = query.data?.data
  return (
    <Page
      title={resource?.name ?? 'Resource'}
      description={resource && [resource.type, resource.provider, resource.region].filter(Boolean).join(' · ')}
      actions={
        <Button onClick={() => onChange({ id: '', provider: '' })}>
          <ArrowLeft size={14} /> All resources
        </Button>
      }
    >
      <Loaded query={query} failed="The resource could not be loaded." loading={<SkeletonRows rows={8} />}>
        {({ data }) => (
          <>
            <p className="mt-2 break-all font-mono text-micro text-soft">{data.resource_id}</p>
            <Facts resource={data} />
            <ResourceLoops resourceId={data.resource_id} />
            <ResourceRecommendations resourceRef={resourceRef} />
            <CostHistory resourceRef={resourceRef} />
            <Utilization resourceRef={resourceRef} />
            <ResourceChanges resource={data} resourceRef={resourceRef} />
            <Relations resource={data} onChange={onChange} />
            <BillLines resource={data} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Facts({ resource }: { resource: ResourceDetails }) {
  const facts: [string, string][] = [
    ['Cost, last 30 days', resource.costs.map((cost) => formatMoney(cost.effective, cost.currency)).join(' and ')],
    ['Account', resource.sub_account_name || resource.sub_account_id],
    ['Service', resource.service],
    ['Size', resource.size],
    [
      'State',
      [formatLabel(resource.state), resource.state_since && `since ${dayOf(resource.state_since)}`]
        .filter(Boolean)
        .join(' '),
    ],
    ['Owner', resource.owner],
    ['Created', dayOf(resource.created_at)],
    ['Last charged', dayOf(resource.last_charged_on)],
    ...Object.entries(resource.attributes).map(([name, value]): [string, string] => [formatLabel(name), value]),
    [
      'Tags',
      Object.entries(resource.tags)
        .map(([key, value]) => `${key}: ${value}`)
        .join(', '),
    ],
    ['Lacks required tags', resource.lacking_tags.join(', ')],
    [
      'Source',
      formatLabel([resource.in_bill && 'bill', resource.in_inventory && 'inventory'].filter(Boolean).join(' and ')),
    ],
  ]
  return (
    <dl className="mt-4 grid gap-x-8 gap-y-2 text-small sm:grid-cols-2 lg:grid-cols-3">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-soft">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function CostHistory({ resourceRef }: { resourceRef: ResourceRef }) {
  const query = useQuery(api.resources.costs.queryOptions({ input: resourceRef }))
  return (
    <Section
      title="Cost over time"
      actions={
        <TextLink to="/costs" search={{ by: 'meter', f: writeFilter('resource', resourceRef.id) }}>
          Open in Cost Explorer
        </TextLink>
      }
    >
      <Loaded query={query} failed="The costs could not be loaded." loading={<ChartLoading height={200} />}>
        {({ data: { start_date: from, end_date: to, currencies } }) =>
          from === null || to === null || currencies.length === 0 ? (
            <p className="text-small text-soft">No charges. This resource is only in the inventory.</p>
          ) : (
            currencies.map(({ currency, days }) => {
              const grain = grainFor(from, to)
              const periods = periodsOf(from, to, grain)
              const periodOf = (date: string) => periods.findLast((start) => start <= date) ?? date
              return (
                <Bars
                  key={currency}
                  stacked
                  prepared={prepareBars(
                    days.map(({ date, meter, effective }) => ({
                      x: periodOf(date),
                      key: meter,
                      name: meter || 'No meter',
                      value: effective,
                    })),
                    periods,
                  )}
                  nameX={(x) => namePeriod(x, grain)}
                  exact={(amount) => formatMoney(amount, currency)}
                  short={(amount) => formatMoneyShort(amount, currency)}
                  label={`Cost by ${grain} and meter`}
                  height={200}
                />
              )
            })
          )
        }
      </Loaded>
    </Section>
  )
}

const lines = [
  { dataKey: 'avg', name: 'Average' },
  { dataKey: 'p95', name: '95th percentile' },
  { dataKey: 'max', name: 'Maximum' },
] as const

function Utilization({ resourceRef }: { resourceRef: ResourceRef }) {
  const query = useQuery(api.resources.metrics.queryOptions({ input: { ...resourceRef, grain: 'day' } }))
  return (
    <Section title="Utilization">
      <Loaded query={query} failed="The metrics could not be loaded." loading={<ChartLoading height={200} />}>
        {({ data: { series } }) =>
          series.length === 0 ? (
            <p className="text-small text-soft">
              No metrics yet. Upload a file to /v1/metrics/import, or point Prometheus remote write to
              /v1/metrics/remote-write.
            </p>
          ) : (
            <div className="space-y-8">
              {series.map(({ metric, label, unit, summary, points }) => (
                <div key={metric}>
                  <h3 className="text-small font-semibold">
                    {label} <span className="font-normal text-soft">{unit}</span>
                  </h3>
                  <p className="mb-2 text-small text-soft">
                    Average {figure(summary.avg)}, 95th percentile {figure(summary.p95)}, 99th percentile{' '}
                    {figure(summary.p99)}, maximum {figure(summary.max)}
                  </p>
                  <Lines
                    label={`${label} by day`}
                    height={180}
                    xKey="day"
                    nameX={(day) => namePeriod(day, 'day')}
                    lines={lines}
                    format={figure}
                    data={points.map(({ at, avg, p95, max }) => ({ day: at.slice(0, 10), avg, p95, max }))}
                  />
                </div>
              ))}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })

function figure(value: number): string {
  return number.format(value)
}

const relationLabels = {
  attached_to: { out: 'Attached to', in: 'Attached' },
  behind: { out: 'Behind', in: 'In front of' },
  member_of: { out: 'Member of', in: 'Member' },
  uses: { out: 'Uses', in: 'Used by' },
} as const

function Relations({ resource, onChange }: { resource: ResourceDetails } & Pick<ResourcePageProps, 'onChange'>) {
  return (
    <Section title="Related resources">
      {resource.relations.length === 0 ? (
        <p className="text-small text-soft">
          {resource.in_inventory
            ? 'The inventory lists none.'
            : 'Bills do not list related resources. Import an inventory to see them.'}
        </p>
      ) : (
        <ul className="divide-y divide-rule text-small">
          {resource.relations.map(({ kind, direction, resource_id, name, type, exists: isKnown }) => (
            <li key={`${kind} ${direction} ${resource_id}`} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
              <span className="w-32 text-soft">{relationLabels[kind][direction]}</span>
              {isKnown ? (
                <button
                  type="button"
                  className="break-all text-left text-fact underline underline-offset-2"
                  onClick={() => onChange({ id: resource_id, provider: '' })}
                >
                  {name || resource_id}
                </button>
              ) : (
                <span className="break-all">{resource_id}</span>
              )}
              <span className="text-soft">{isKnown ? type : 'not in the bill or the inventory'}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
