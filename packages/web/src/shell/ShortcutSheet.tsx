import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Kbd } from '@kept/ui/controls/Kbd.tsx'
import { useState } from 'react'
import { showShortcuts, useShortcutsOn } from './shortcut-choice.ts'
import { goKeyOf, shortcuts } from './shortcuts.ts'
import { useAllowedScreens } from './useAllowedScreens.ts'
import { mainAction } from './useShortcuts.ts'

/** Every key that does something here. */
export default function ShortcutSheet() {
  const isEnabled = useShortcutsOn()
  const offered = useAllowedScreens()
  // Read once, when the list opens: behind it the page is another to those who listen.
  const [main] = useState(() => mainAction()?.textContent)
  return (
    <Dialog
      open
      onOpenChange={showShortcuts}
      wide
      title="Keyboard shortcuts"
      description={
        isEnabled
          ? 'Single keys are ignored while you type. Turn them off in Settings, Appearance.'
          : 'Single keys are off. Turn them on in Settings, Appearance.'
      }
    >
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <section aria-label="Anywhere">
          <h3 className="mb-1 text-small font-semibold">Anywhere</h3>
          <dl>
            {shortcuts.map(({ keys, description, act, always }) => (
              <Line key={description} keys={keys} faint={!isEnabled && !always}>
                {act === 'main' && main ? `${description}: ${main}` : description}
              </Line>
            ))}
          </dl>
        </section>
        <section aria-label="Go to">
          <h3 className="mb-1 text-small font-semibold">Go to</h3>
          <dl>
            {offered.map(({ path, title, menu }) => {
              const key = goKeyOf(path)
              return (
                key && (
                  <Line key={path} keys={['g', key]} faint={!isEnabled}>
                    {menu?.label ?? title}
                  </Line>
                )
              )
            })}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

function Line({ keys, faint, children }: { keys: readonly string[]; faint: boolean; children: string }) {
  return (
    <div className="flex items-center justify-between gap-4 border-rule border-b py-1.5 text-body">
      <dt className={faint ? 'text-faint' : ''}>{children}</dt>
      <dd className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  )
}
