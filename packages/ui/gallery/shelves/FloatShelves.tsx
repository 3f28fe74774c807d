import { MoreHorizontal, Settings } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AskFirst } from '../../src/controls/AskFirst.tsx'
import { Button, IconButton } from '../../src/controls/Button.tsx'
import { CommandPalette } from '../../src/controls/CommandPalette.tsx'
import { Dialog } from '../../src/controls/Dialog.tsx'
import { Drawer } from '../../src/controls/Drawer.tsx'
import { Input } from '../../src/controls/Field.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../src/controls/Menu.tsx'
import { Popover } from '../../src/controls/Popover.tsx'
import { SidePanel } from '../../src/controls/SidePanel.tsx'
import { Tooltip } from '../../src/controls/Tooltip.tsx'
import { toasts } from '../../src/toast/toasts.ts'
import { Shelf, State } from '../Shelf.tsx'
import { nothing } from '../words.ts'

const passkey = {
  label: 'Remove',
  of: 'Work laptop',
  title: 'Remove this passkey?',
  words: 'The laptop can no longer open the door with it; a passkey cannot be brought back, only made anew.',
  act: 'Remove the passkey',
  onAct: nothing,
}

export function FloatShelves() {
  return (
    <>
      <Shelf name="Dialog">
        <State name="with a form">
          <Opened name="Dialog">
            {(open, setOpen) => (
              <Dialog
                {...{ open, onOpenChange: setOpen }}
                title="Dismiss this finding?"
                words="It comes back when you say so, or on the day you name."
                actions={
                  <>
                    <Button onClick={() => setOpen(false)}>Cancel</Button>
                    <Button tone="danger" onClick={() => setOpen(false)}>
                      Dismiss
                    </Button>
                  </>
                }
              >
                <Input label="Why" defaultValue="It is kept for the migration" />
              </Dialog>
            )}
          </Opened>
        </State>
      </Shelf>
      <Shelf name="AskFirst">
        <State name="says what is lost, and acts when told twice">
          <div className="flex flex-wrap items-center gap-3">
            <AskFirst {...passkey} />
            <AskFirst {...passkey} size="small" tone="danger" />
            <AskFirst {...passkey} busy />
          </div>
        </State>
      </Shelf>
      <Shelf name="Drawer">
        <State name="from the side">
          <Opened name="Drawer">
            {(open, setOpen) => (
              <Drawer {...{ open, onOpenChange: setOpen }} title="Menu">
                <p className="p-4 text-body">What a narrow screen has no room for.</p>
              </Drawer>
            )}
          </Opened>
        </State>
      </Shelf>
      <Shelf name="SidePanel">
        <State name="beside the page">
          <Opened name="SidePanel">
            {(open, setOpen) => (
              <SidePanel open={open} onClose={() => setOpen(false)} title="Accelerator that rests" kicker="AWS · EC2">
                <p className="text-body">What belongs to a row, beside it.</p>
              </SidePanel>
            )}
          </Opened>
        </State>
      </Shelf>
      <Shelf name="CommandPalette">
        <State name="with results">
          <Opened name="CommandPalette">
            {(open, setOpen) => (
              <CommandPalette
                {...{ open, onOpenChange: setOpen, text: 'cost', onText: nothing, placeholder: 'Search …', empty: '' }}
                groups={[
                  { heading: 'Pages', entries: [{ id: 'costs', title: 'Cost Explorer', detail: 'g c', run: nothing }] },
                  { heading: 'Costs', entries: [{ id: 'ec2', title: 'EC2', detail: '$9,655.05', run: nothing }] },
                ]}
              />
            )}
          </Opened>
        </State>
        <State name="nothing found, and something wrong">
          <Opened name="CommandPalette, empty">
            {(open, setOpen) => (
              <CommandPalette
                {...{ open, onOpenChange: setOpen, text: 'zzz', onText: nothing, placeholder: 'Search …', groups: [] }}
                empty="Nothing is called that."
                trouble="Resources could not be searched."
              />
            )}
          </Opened>
        </State>
      </Shelf>
      <Shelf name="Menu">
        <State name="MenuLabel, MenuItem, MenuLine">
          <Menu align="start" trigger={<IconButton label="More" icon={<MoreHorizontal size={16} />} />}>
            <MenuLabel>Ada Ledger</MenuLabel>
            <MenuItem icon={<Settings size={15} />} onSelect={nothing}>
              Settings
            </MenuItem>
            <MenuLine />
            <MenuItem onSelect={nothing}>Sign out</MenuItem>
          </Menu>
        </State>
      </Shelf>
      <Shelf name="Popover">
        <State name="with a control">
          <Popover label="Filter" trigger={<Button>Filter</Button>}>
            <div className="p-3">
              <Input label="Name" />
            </div>
          </Popover>
        </State>
      </Shelf>
      <Shelf name="Tooltip">
        <State name="one pointer or Tab away">
          <Tooltip words="What the invoices say, commitments spread over their days.">
            <button type="button" className="cursor-help underline decoration-dotted">
              Effective cost
            </button>
          </Tooltip>
        </State>
      </Shelf>
      <Shelf name="Toasts">
        <State name="plain">
          <Button onClick={() => toasts.show({ title: 'Saved', body: 'It holds from the next delivery on.' })}>
            Show
          </Button>
        </State>
        <State name="error">
          <Button onClick={() => toasts.show({ title: 'It could not be saved', tone: 'error' })}>Show</Button>
        </State>
        <State name="with a way back">
          <Button onClick={() => toasts.show({ title: 'Dismissed', action: { label: 'Undo', run: nothing } })}>
            Show
          </Button>
        </State>
      </Shelf>
    </>
  )
}

interface OpenedProps {
  name: string
  children(open: boolean, setOpen: (open: boolean) => void): ReactNode
}

/** Behind a button, or open at once for an address that asks for it: `?open=Dialog`. */
function Opened({ name, children }: OpenedProps) {
  const [open, setOpen] = useState(new URLSearchParams(window.location.search).get('open') === name)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {children(open, setOpen)}
    </>
  )
}
