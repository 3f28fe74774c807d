import { keysOf } from '@kept/foundation/keys.ts'
import { useEffect, useState } from 'react'
import { Segmented } from '../src/controls/Segmented.tsx'
import { Toasts } from '../src/toast/Toasts.tsx'
import { ActionShelves } from './shelves/ActionShelves.tsx'
import { BarShelves } from './shelves/BarShelves.tsx'
import { BrandShelves } from './shelves/BrandShelves.tsx'
import { ChoiceShelves } from './shelves/ChoiceShelves.tsx'
import { FieldShelves } from './shelves/FieldShelves.tsx'
import { FloatShelves } from './shelves/FloatShelves.tsx'
import { LineShelves } from './shelves/LineShelves.tsx'
import { MessageShelves } from './shelves/MessageShelves.tsx'
import { SmallChartShelves } from './shelves/SmallChartShelves.tsx'
import { TableShelves } from './shelves/TableShelves.tsx'

const parts = {
  brand: ['Brand', BrandShelves],
  actions: ['Actions', ActionShelves],
  fields: ['Fields', FieldShelves],
  choices: ['Choices', ChoiceShelves],
  messages: ['Messages', MessageShelves],
  floats: ['Overlays', FloatShelves],
  table: ['Table', TableShelves],
  bars: ['Bars', BarShelves],
  lines: ['Lines', LineShelves],
  small: ['Small charts', SmallChartShelves],
} as const

const names = keysOf(parts)
const params = new URLSearchParams(window.location.search)

/** Every control and chart in every state. `?part=bars&theme=dark&density=compact&motion=still` opens one state directly. */
export function Gallery() {
  const [part, setPart] = useState(names.find((name) => name === params.get('part')) ?? 'brand')
  const [theme, setTheme] = useSetting('theme', ['light', 'dark'])
  const [density, setDensity] = useSetting('density', ['comfortable', 'compact'])
  const [motion, setMotion] = useSetting('motion', ['moving', 'still'])
  const [title, Shelves] = parts[part]
  return (
    <div className="mx-auto max-w-[80rem] px-4 pt-6 pb-20 sm:px-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-serif text-display">{title}</h1>
        <div className="flex flex-wrap gap-2">
          <Segmented label="Theme" {...{ value: theme, onChange: setTheme, options: optionsOf(['light', 'dark']) }} />
          <Segmented
            label="Density"
            {...{ value: density, onChange: setDensity, options: optionsOf(['comfortable', 'compact']) }}
          />
          <Segmented
            label="Motion"
            {...{ value: motion, onChange: setMotion, options: optionsOf(['moving', 'still']) }}
          />
        </div>
      </header>
      <nav aria-label="Parts" className="mt-5 mb-8 flex flex-wrap gap-x-4 gap-y-1 text-body">
        {names.map((name) => (
          <a
            key={name}
            href={`?part=${name}`}
            aria-current={name === part ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              remember('part', name)
              setPart(name)
            }}
            className="rounded-hair text-soft hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {parts[name][0]}
          </a>
        ))}
      </nav>
      <main>
        <Shelves />
      </main>
      <Toasts />
    </div>
  )
}

/** A page setting, stored on the document root for the tokens and in the address. */
function useSetting<Value extends string>(name: string, values: readonly [Value, Value]) {
  const [value, setValue] = useState(values.find((option) => option === params.get(name)) ?? values[0])
  useEffect(() => {
    document.documentElement.dataset[name] = value
  }, [name, value])
  const set = (next: Value) => {
    remember(name, next)
    setValue(next)
  }
  return [value, set] as const
}

function remember(name: string, value: string): void {
  params.set(name, value)
  window.history.replaceState(null, '', `?${params}`)
}

function optionsOf<Value extends string>(values: readonly Value[]) {
  return values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))
}
