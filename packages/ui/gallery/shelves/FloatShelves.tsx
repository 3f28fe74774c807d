import { MoreHorizontal, Settings } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../src/controls/Button.tsx'
import { CommandPalette } from '../../src/controls/CommandPalette.tsx'
import { ConfirmButton } from '../../src/controls/ConfirmButton.tsx'
import { Dialog } from '../../src/controls/Dialog.tsx'
import { Drawer } from '../../src/controls/Drawer.tsx'
import { Input } from '../../src/controls/Field.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../src/controls/Menu.tsx'
import { Popover } from '../../src/controls/Popover.tsx'
import { SidePanel } from '../../src/controls/SidePanel.tsx'
import { Tooltip } from '../../src/controls/Tooltip.tsx'
import { toasts } from '../../src/toast/toasts.ts'
import { Shelf, State } from '../Shelf.tsx'
import { noop } from '../sample-text.ts'

const passkey = {
  label: 'Remove',
  subject: 'Work laptop',
  title: 'Remove this passkey?',
  description: 'This laptop can no longer sign in with it. You cannot restore a passkey, only add a new one.',
  act: 'Remove passkey',
  onAct: noop,
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
                title="Dismiss this recommendation?"
                description="You can reopen it at any time."
                actions={
                  <>
                    <Button onClick={() => setOpen(false)}>Cancel</Button>
                    <Button tone="danger" onClick={() => setOpen(false)}>
                      Dismiss
                    </Button>
                  </>
                }
              >
                <Input label="Reason" defaultValue="Needed for the migration" />
              </Dialog>
            )}
          </Opened>
        </State>
      </Shelf>
      <Shelf name="ConfirmButton">
        <State name="asks for confirmation">
          <div className="flex flex-wrap items-center gap-3">
            <ConfirmButton {...passkey} />
            <ConfirmButton {...passkey} size="small" tone="danger" />
            <ConfirmButton {...passkey} isBusy />
          </div>
        </State>
      </Shelf>
      <Shelf name="Drawer">
        <State name="from the side">
          <Opened name="Drawer">
            {(open, setOpen) => (
              <Drawer {...{ open, onOpenChange: setOpen }} title="Menu">
                <p className="p-4 text-body">Navigation on a narrow screen.</p>
              </Drawer>
            )}
          </Opened>
        </State>
      </Shelf>
      <Shelf name="SidePanel">
        <State name="beside the page">
          <Opened name="SidePanel">
            {(open, setOpen) => (
              <SidePanel open={open} onClose={() => setOpen(false)} title="Idle GPU instance" kicker="AWS · EC2">
                <p className="text-body">Details of a row.</p>
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
                {...{ open, onOpenChange: setOpen, text: 'cost', onText: noop, placeholder: 'Search...', empty: '' }}
                groups={[
                  { heading: 'Pages', entries: [{ id: 'costs', title: 'Cost Explorer', detail: 'g c', run: noop }] },
                  { heading: 'Costs', entries: [{ id: 'ec2', title: 'EC2', detail: '$9,655.05', run: noop }] },
                ]}
              />
            )}
          </Opened>
        </State>
        <State name="no results, with an error">
          <Opened name="CommandPalette, empty">
            {(open, setOpen) => (
              <CommandPalette
                {...{ open, onOpenChange: setOpen, text: 'zzz', onText: noop, placeholder: 'Search...', groups: [] }}
                empty="No results."
                error="Resources could not be searched."
              />
            )}
          </Opened>
        </State>
      </Shelf>
      <Shelf name="Menu">
        <State name="MenuLabel, MenuItem, MenuLine">
          <Menu align="start" trigger={<IconButton label="More" icon={<MoreHorizontal size={16} />} />}>
            <MenuLabel>Ada Ledger</MenuLabel>
            <MenuItem icon={<Settings size={15} />} onSelect={noop}>
              Settings
            </MenuItem>
            <MenuLine />
            <MenuItem onSelect={noop}>Sign out</MenuItem>
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
        <State name="on hover or focus">
          <Tooltip content="Billed cost, with commitments spread over their term.">
            <button type="button" className="cursor-help underline decoration-dotted">
              Effective cost
            </button>
          </Tooltip>
        </State>
      </Shelf>
      <Shelf name="Toasts">
        <State name="plain">
          <Button onClick={() => toasts.show({ title: 'Saved', body: 'It applies from the next import.' })}>
            Show
          </Button>
        </State>
        <State name="error">
          <Button onClick={() => toasts.show({ title: 'Not saved. Try again.', tone: 'error' })}>Show</Button>
        </State>
        <State name="with undo">
          <Button onClick={() => toasts.show({ title: 'Dismissed', action: { label: 'Undo', run: noop } })}>
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

/** An overlay behind a button; `?open=Dialog` opens it at once. */
function Opened({ name, children }: OpenedProps) {
  const [open, setOpen] = useState(new URLSearchParams(window.location.search).get('open') === name)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {children(open, setOpen)}
    </>
  )
}
