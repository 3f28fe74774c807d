/** A unified diff. Signs and colors both say what is added and removed. */
export function Diff({ text }: { text: string }) {
  const lines = text.replace(/\n$/, '').split('\n')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label="Diff" tabIndex={0} className="overflow-x-auto rounded-base border border-rule bg-hover p-3">
      <pre className="font-mono text-micro">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a diff does not change, and its lines repeat.
          <span key={index} className={`block ${toneOf(line)}`}>
            {line || ' '}
          </span>
        ))}
      </pre>
    </section>
  )
}

function toneOf(line: string): string {
  if (/^(?:---|\+\+\+|@@) /.test(line)) return 'text-soft'
  if (line.startsWith('+')) return 'bg-kept-wash text-kept'
  return line.startsWith('-') ? 'bg-leak-wash text-leak' : ''
}
