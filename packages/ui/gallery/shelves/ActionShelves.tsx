import { Copy, Plus } from 'lucide-react'
import { Button, IconButton } from '../../src/controls/Button.tsx'
import { Kbd } from '../../src/controls/Kbd.tsx'
import { Segmented } from '../../src/controls/Segmented.tsx'
import { Tabs } from '../../src/controls/Tabs.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { longText, noop } from '../sample-text.ts'

const tones = ['primary', 'plain', 'quiet', 'danger'] as const
const periods = [
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'year', label: 'Year' },
] as const
const views = ['Recommendations', 'Ledger', 'Statements'].map((label) => ({
  name: label,
  label,
  panel: <p className="py-4 text-body text-soft">The {label} panel.</p>,
}))

export function ActionShelves() {
  return (
    <>
      {tones.map((tone) => (
        <Shelf key={tone} name={`Button, ${tone}`}>
          <State name="default">
            <Button tone={tone}>Upload a bill</Button>
          </State>
          <State name="hover">
            <Button tone={tone} className="is-hover">
              Upload a bill
            </Button>
          </State>
          <State name="focus">
            <Button tone={tone} className="is-focus">
              Upload a bill
            </Button>
          </State>
          <State name="disabled">
            <Button tone={tone} disabled>
              Upload a bill
            </Button>
          </State>
          <State name="busy">
            <Button tone={tone} isBusy>
              Upload a bill
            </Button>
          </State>
          <State name="small, with an icon">
            <Button tone={tone} size="small" icon={<Plus size={14} />}>
              Add a team
            </Button>
          </State>
          <State name="long text">
            <Button tone={tone} className="max-w-full">
              <span className="truncate">{longText}</span>
            </Button>
          </State>
        </Shelf>
      ))}
      <Shelf name="IconButton">
        <State name="default">
          <IconButton label="Copy" icon={<Copy size={16} />} />
        </State>
        <State name="hover">
          <IconButton label="Copy" icon={<Copy size={16} />} className="is-hover" />
        </State>
        <State name="focus">
          <IconButton label="Copy" icon={<Copy size={16} />} className="is-focus" />
        </State>
        <State name="disabled">
          <IconButton label="Copy" icon={<Copy size={16} />} disabled />
        </State>
        <State name="small">
          <IconButton label="Copy" icon={<Copy size={14} />} size="small" />
        </State>
      </Shelf>
      <Shelf name="Segmented">
        <State name="three options">
          <Segmented label="Period" value="quarter" options={periods} onChange={noop} />
        </State>
        <State name="two options">
          <Segmented
            label="Currency"
            value="EUR"
            options={[
              { value: 'USD', label: 'USD' },
              { value: 'EUR', label: 'EUR' },
            ]}
            onChange={noop}
          />
        </State>
      </Shelf>
      <Shelf name="Tabs" wide>
        <State name="second tab selected">
          <Tabs label="Views" value="Ledger" tabs={views} onChange={noop} />
        </State>
      </Shelf>
      <Shelf name="Kbd">
        <State name="keys">
          <span className="flex gap-1">
            <Kbd>Ctrl</Kbd>
            <Kbd>K</Kbd>
          </span>
        </State>
      </Shelf>
    </>
  )
}
