// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are templates of Terraform.
/** The reader of Terraform files: structure and positions, and no harm from any text. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from './edit.ts'
import { literalEntries, literalOf, writeLiteral } from './literal.ts'
import { readHcl } from './read.ts'
import type { HclBlock, HclBody } from './syntax.ts'

/** Raise it for a long proof. */
const numRuns = Number(process.env.KEPT_LAW_RUNS ?? 300)

function read(text: string) {
  const reading = readHcl(text)
  if ('reason' in reading) throw new Error(reading.reason)
  return reading
}

const reasonOf = (text: string) => {
  const reading = readHcl(text)
  return 'reason' in reading ? reading.reason : 'read'
}

const sample = `# A comment { with = "braces"
resource "aws_instance" "batch" {
  ami           = data.aws_ami.ubuntu.id // the newest
  instance_type = "m5.xlarge" # large
  user_data     = <<-EOT
    #!/bin/sh
    echo "} \${var.name} {"
  EOT
  tags = merge(local.tags, {
    Name = "batch-\${var.env}", "kept:allow" = true
    Team : "data"
  })
  /* nothing { */
  lifecycle { ignore_changes = [tags] }
}
`

describe('readHcl', () => {
  it('finds blocks, labels and attributes at their positions', () => {
    const { body, comments } = read(sample)
    const [block] = body.blocks as [HclBlock]
    expect([block.type, block.labels, sample[block.span.end - 1]]).toEqual(['resource', ['aws_instance', 'batch'], '}'])
    const values = block.body.attributes.map(({ name, value }) => [name, sample.slice(value.start, value.end)])
    expect(values.slice(0, 2)).toEqual([
      ['ami', 'data.aws_ami.ubuntu.id'],
      ['instance_type', '"m5.xlarge"'],
    ])
    expect(values[2]?.[1]).toMatch(/^<<-EOT\n.*\n {2}EOT$/s)
    expect(values[3]?.[1]).toMatch(/^merge\(.*\}\)$/s)
    expect(block.body.blocks[0]?.body.attributes.map(({ name }) => name)).toEqual(['ignore_changes'])
    expect(comments.map(({ start, end }) => sample.slice(start, end))).toEqual([
      '# A comment { with = "braces"',
      '// the newest',
      '# large',
      '/* nothing { */',
    ])
  })

  it.each([
    ['a = "x', 'a quote is missing'],
    ['a = (1', '")" is missing'],
    ['a {', '"}" is missing'],
    ['a = 1\na = 2', '"a" is set twice'],
    ['a = <<E\nx', 'the heredoc E has no end'],
    ['a =\n', 'a value is missing'],
    ['/* x', 'a comment has no end'],
    ['}', 'a name is missing'],
    ['a "b" = 1', '"a" is neither an attribute nor a block'],
    ['a = 1]', '"]" closes nothing'],
    [`${'a {\n'.repeat(100)}`, 'blocks are nested too deeply'],
    [`a = ${'"${'.repeat(100)}`, 'expressions are nested too deeply'],
  ])('says why %j is no HCL', (text, reason) => {
    expect(reasonOf(text)).toBe(reason)
  })

  it('reads files of Windows, and those with a byte order mark', () => {
    const text = '\ufeffa = "x" # y\r\nb {\r\n  c = 1\r\n}\r\n'
    const { body } = read(text)
    expect(body.attributes.map(({ value }) => text.slice(value.start, value.end))).toEqual(['"x"'])
    expect(body.blocks[0]?.body.attributes.map(({ value }) => text.slice(value.start, value.end))).toEqual(['1'])
  })

  it('throws for no text, and its spans are within each other and in order', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '"',
        '${',
        '%{',
        '=',
        '\n',
        '#',
        '/*',
        '*/',
        '<<E\n',
        'E\n',
        '[',
        ')',
        'a',
        ' ',
        '\\',
        ',',
      ),
      fc.string({ maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        const reading = readHcl(text)
        expect(applyEdits(text, [])).toBe(text)
        if ('reason' in reading) expect(reading.reason).not.toBe('')
        else expectNested(reading.body, text.length)
      }),
      { numRuns },
    )
  })
})

function expectNested(body: HclBody, outerEnd: number): void {
  expect(body.span.end).toBeLessThanOrEqual(outerEnd)
  const spans = [...body.attributes, ...body.blocks].map(({ span }) => span).sort((a, b) => a.start - b.start)
  let position = body.span.start
  for (const { start, end } of spans) {
    expect(start).toBeGreaterThanOrEqual(position)
    expect(end).toBeGreaterThan(start)
    position = end
  }
  expect(position).toBeLessThanOrEqual(body.span.end)
  for (const block of body.blocks) expectNested(block.body, block.span.end)
}

/** A body with names that are unique in it, and how it is written. */
interface Written {
  attributes: { name: string; value: string }[]
  blocks: { type: string; labels: string[]; body: Written }[]
}

const name = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,6}$/)
const value = fc.constantFrom(
  ...['1', 'true', '"x"', '"a ${b ? "}" : "{"} c"', 'var.size', '[1, # one\n 2]', '{ a = 1\n b : "}" }'],
  ...['f(\n  "x",\n  <<E\n } ${x}\nE\n)', '<<-EOT\n  "unclosed {\n  EOT', 'a ? b : c', '"$${x}"', '"\\""'],
)
function bodies(levels: number): fc.Arbitrary<Written> {
  const block = (body: fc.Arbitrary<Written>) =>
    fc.record({ type: name, labels: fc.array(fc.constantFrom('x', 'aws_eip', 'a.b'), { maxLength: 2 }), body })
  return fc.record({
    attributes: fc.uniqueArray(fc.record({ name, value }), { selector: (attribute) => attribute.name, maxLength: 4 }),
    blocks: levels === 0 ? fc.constant([]) : fc.array(block(bodies(levels - 1)), { maxLength: 2 }),
  })
}
const written = bodies(3)

function write({ attributes, blocks }: Written, between: string): string {
  const lines = [
    ...attributes.map((attribute) => `${attribute.name} = ${attribute.value}`),
    ...blocks.map(
      ({ type, labels, body }) =>
        `${[type, ...labels.map((label) => `"${label}"`)].join(' ')} {\n${write(body, between)}}`,
    ),
  ]
  return lines.map((line) => `${between}${line}\n`).join('')
}

function structureOf(text: string, { attributes, blocks }: HclBody): Written {
  return {
    attributes: attributes.map((attribute) => ({
      name: attribute.name,
      value: text.slice(attribute.value.start, attribute.value.end),
    })),
    blocks: blocks.map(({ type, labels, body }) => ({ type, labels, body: structureOf(text, body) })),
  }
}

const between = fc.constantFrom('', '\n', '# { "\n', '/* } */ ', '// <<E\n\n')

it('reads back what was written, whatever stands between', () => {
  fc.assert(
    fc.property(written, between, (document, blank) => {
      const text = write(document, blank)
      expect(structureOf(text, read(text).body)).toEqual(document)
    }),
    { numRuns },
  )
})

it('changes the value of one attribute, and nothing else', () => {
  fc.assert(
    fc.property(written, between, fc.nat(), (document, blank, choice) => {
      const text = write(document, blank)
      const all = attributesIn(read(text).body)
      const chosen = all[choice % Math.max(all.length, 1)]
      if (!chosen) return
      const changed = applyEdits(text, [{ ...chosen.value, text: '"changed"' }])
      expect(changed.slice(0, chosen.value.start)).toBe(text.slice(0, chosen.value.start))
      expect(changed.slice(chosen.value.start + 9)).toBe(text.slice(chosen.value.end))
      const after = attributesIn(read(changed).body)
      const values = (list: typeof all, source: string) => list.map(({ value: v }) => source.slice(v.start, v.end))
      const expected = values(all, text)
      expected[all.indexOf(chosen)] = '"changed"'
      expect(values(after, changed)).toEqual(expected)
    }),
    { numRuns },
  )
})

function attributesIn(body: HclBody): HclBody['attributes'] {
  return [...body.attributes, ...body.blocks.flatMap((block) => attributesIn(block.body))]
}

describe('literals', () => {
  const literal = (text: string) => literalOf(text, { start: 0, end: text.length })

  it('are read where nothing has to be evaluated', () => {
    expect(['"a\\"b"', '12', '-1.5', 'true', '"$${x}"'].map(literal)).toEqual(['a"b', 12, -1.5, true, '${x}'])
    expect(['"${x}"', 'var.x', 'null', '"%{ if x }y%{ endif }"', '"a" == "b"', '["a"]'].map(literal)).toEqual(
      Array(6).fill(undefined),
    )
  })

  it('are written as they are read', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(literal(writeLiteral(text))).toBe(text)
      }),
      { numRuns },
    )
  })

  it('are found in objects and in what merge joins', () => {
    const { body } = read(sample)
    const tags = body.blocks[0]?.body.attributes.find((attribute) => attribute.name === 'tags')
    expect([...literalEntries(sample, tags!.value)]).toEqual([
      ['kept:allow', 'true'],
      ['Team', 'data'],
    ])
  })
})
