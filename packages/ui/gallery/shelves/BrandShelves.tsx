import { KeptBar } from '../../src/brand/KeptBar.tsx'
import { Mark } from '../../src/brand/Mark.tsx'
import { Shelf, State } from '../Shelf.tsx'

const sizes = ['text-micro', 'text-small', 'text-body', 'text-lead', 'text-title', 'text-display', 'text-hero']
const colors = ['paper', 'raised', 'hover', 'rule', 'rule-strong', 'edge', 'ink', 'ink-soft', 'ink-faint']
const meanings = ['kept', 'kept-wash', 'leak', 'leak-wash', 'watch', 'watch-wash', 'fact', 'fact-wash']
const charts = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6', 'chart-other']

export function BrandShelves() {
  return (
    <>
      <Shelf name="Mark">
        <State name="three quarters filled">
          <Mark />
        </State>
      </Shelf>
      <Shelf name="KeptBar">
        <State name="verified">
          <KeptBar customerNet="You keep $31,500.00" fee="Fee $10,500.00" keptShare={0.75} />
        </State>
        <State name="estimate">
          <KeptBar estimate customerNet="You would keep $31,500.00" fee="Fee $10,500.00" keptShare={0.75} />
        </State>
        <State name="another share">
          <KeptBar customerNet="You keep $42,000.00" fee="No fee" keptShare={1} />
        </State>
        <State name="long figures">
          <KeptBar customerNet="You keep NOK 1,234,567,890.12" fee="Fee NOK 411,522,630.04" keptShare={0.75} />
        </State>
      </Shelf>
      <Shelf name="Type" wide>
        {sizes.map((size) => (
          <State key={size} name={size}>
            <p className={`${size} ${/display|hero/.test(size) ? 'font-serif' : ''}`}>
              You spent $4,064.48 in October 2026
            </p>
          </State>
        ))}
      </Shelf>
      <Shelf name="Color">
        {[...colors, ...meanings, ...charts].map((name) => (
          <State key={name} name={name}>
            <div className="h-10 rounded-base border border-rule" style={{ background: `var(--${name})` }} />
          </State>
        ))}
      </Shelf>
    </>
  )
}
