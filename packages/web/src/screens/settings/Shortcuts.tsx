import { Button } from '@kept/ui/controls/Button.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { setShortcuts, showShortcuts, useShortcutsOn } from '../../shell/shortcut-choice.ts'
import { SettingRow } from './SettingRow.tsx'

/** Single keys, for those who want them. */
export function Shortcuts() {
  const on = useShortcutsOn()
  return (
    <SettingRow
      title="Keyboard shortcuts"
      words="Single keys such as ? and g, while you do not type. Turn them off if you speak to your machine."
    >
      <Button onClick={() => showShortcuts(true)}>Show them</Button>
      <Segmented
        label="Keyboard shortcuts"
        value={on ? 'on' : 'off'}
        options={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
        onChange={(next) => change(next === 'on')}
      />
    </SettingRow>
  )
}

function change(on: boolean): void {
  if (setShortcuts(on)) return
  toasts.show({
    tone: 'error',
    title: 'The choice holds until you close this page',
    body: 'This browser does not let Kept remember it.',
  })
}
