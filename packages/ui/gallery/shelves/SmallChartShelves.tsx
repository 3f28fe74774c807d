import { ChartEmpty, ChartError, ChartLoading } from '../../src/charts/ChartState.tsx'
import { ChartTip } from '../../src/charts/ChartTip.tsx'
import { SeriesKey } from '../../src/charts/SeriesKey.tsx'
import { ShareBar } from '../../src/charts/share/ShareBar.tsx'
import { Sparkline } from '../../src/charts/sparkline/Sparkline.tsx'
import { Waterfall } from '../../src/charts/waterfall/Waterfall.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { figures, longText } from '../sample-text.ts'

const entries = [
  { key: 'aws', name: 'AWS', color: 'var(--chart-1)', value: '$22,926.94' },
  { key: 'ms', name: 'Microsoft', color: 'var(--chart-2)', value: '$5,550.09' },
  { key: 'long', name: longText, color: 'var(--chart-3)', value: '$0.01' },
]
const gaps = figures(20).map((value, row) => (row > 8 && row < 12 ? null : value))

const steps = [
  { key: 'days', label: 'Days in the period', amount: '14706', quiet: true },
  { key: 'new', label: 'New resources', amount: '6844' },
  { key: 'ended', label: 'Removed resources', amount: '-4504' },
  { key: 'long', label: longText, amount: '-816.57' },
  { key: 'tax', label: 'Tax', amount: '434.16', quiet: true },
]
const waterfall = {
  label: 'Terms of the change',
  steps,
  format: (amount: string) => `$${amount}`,
  formatSigned: (amount: string) => (amount.startsWith('-') ? `-$${amount.slice(1)}` : `+$${amount}`),
  details: () => <p className="text-small text-soft">What the term comes from.</p>,
  onToggle: () => undefined,
}
const nothingOpen: ReadonlySet<string> = new Set()

export function SmallChartShelves() {
  return (
    <>
      <Shelf name="Sparkline">
        <State name="twenty values">
          <Sparkline values={figures(20)} label="from $80.00 to $96.00" />
        </State>
        <State name="gaps">
          <Sparkline values={gaps} label="with missing days" />
        </State>
        <State name="one point">
          <Sparkline values={[12]} label="$12.00" />
        </State>
        <State name="negative">
          <Sparkline values={[4, 2, -3, -6, 1]} label="with credits" />
        </State>
        <State name="empty">
          <Sparkline values={[]} label="nothing" />
        </State>
      </Shelf>
      <Shelf name="ShareBar">
        {[0, 0.02, 0.5, 1].map((length) => (
          <State key={length} name={`${length * 100}%`}>
            <ShareBar length={length} />
          </State>
        ))}
      </Shelf>
      <Shelf name="SeriesKey" wide>
        <State name="three entries, one long">
          <SeriesKey entries={entries} />
        </State>
        <State name="narrow">
          <div className="max-w-56">
            <SeriesKey entries={entries} narrow />
          </div>
        </State>
      </Shelf>
      <Shelf name="Waterfall" wide>
        <State name="small changes, one open">
          <Waterfall
            {...waterfall}
            start={{ label: 'September', amount: '459732.38' }}
            end={{ label: 'October', amount: '476395.97' }}
            open={new Set(['new'])}
          />
        </State>
        <State name="from zero">
          <Waterfall
            {...waterfall}
            start={{ label: 'September', amount: '0' }}
            end={{ label: 'October', amount: '6844' }}
            steps={steps.slice(1, 2)}
            open={nothingOpen}
          />
        </State>
        <State name="no change">
          <Waterfall
            {...waterfall}
            start={{ label: 'September', amount: '12' }}
            end={{ label: 'October', amount: '12' }}
            steps={[]}
            open={nothingOpen}
          />
        </State>
      </Shelf>
      <Shelf name="ChartTip">
        <State name="a column">
          <ChartTip title="Oct 3, 2026" total="$1,014.12" lines={entries} />
        </State>
        <State name="a gap">
          <ChartTip title="Oct 4, 2026" total={null} lines={[]} />
        </State>
      </Shelf>
      <Shelf name="ChartLoading" wide>
        <State name="loading">
          <ChartLoading height={140} />
        </State>
      </Shelf>
      <Shelf name="ChartEmpty" wide>
        <State name="no data">
          <ChartEmpty height={120} message="No costs in this period." />
        </State>
      </Shelf>
      <Shelf name="ChartError" wide>
        <State name="invalid data">
          <ChartError
            height={120}
            message="Invalid data structure. Missing required keys..."
            detail="Row 3 needs “day”."
          />
        </State>
      </Shelf>
    </>
  )
}
