/** Parameters of the Query protocol as the XML of AWS's responses: `Actions.member.1.Type`. */
import { escapeXml } from './query.ts'

type Tree = Map<string, Tree | string>

export function nestedXml(parameters: Readonly<Record<string, string>>): string {
  const root: Tree = new Map()
  for (const [name, value] of Object.entries(parameters)) {
    const parts = name.split('.')
    const last = parts.pop() ?? ''
    let tree = root
    for (const part of parts) tree = branchOf(tree, part)
    tree.set(last, value)
  }
  return xmlOf(root)
}

function branchOf(tree: Tree, name: string): Tree {
  const existing = tree.get(name)
  if (existing instanceof Map) return existing
  const branch: Tree = new Map()
  tree.set(name, branch)
  return branch
}

/** The members of a list have numbers in place of a name. */
function xmlOf(tree: Tree): string {
  return [...tree]
    .map(([name, value]) => {
      if (!(value instanceof Map)) return elementOf(name, escapeXml(value))
      if (name !== 'member') return elementOf(name, xmlOf(value))
      return [...value.values()]
        .map((item) => elementOf(name, item instanceof Map ? xmlOf(item) : escapeXml(item)))
        .join('')
    })
    .join('')
}

function elementOf(name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}
