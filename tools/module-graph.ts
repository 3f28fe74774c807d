/** The exports and imports of every source file, read from its syntax alone. */
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

export interface Export {
  name: string
  line: number
  /** A type costs nothing at run time. */
  isType: boolean
  /** The file's own code uses it too. */
  isUsedAtHome: boolean
}

/** One import of a file. `names` is undefined when everything of the other file may be used. */
interface Import {
  file: string
  names: string[] | undefined
}

export interface Module {
  file: string
  exports: Export[]
  imports: Import[]
}

const sourceFile = /\.(ts|tsx|mjs)$/

/** `file` is relative to the repository, and so is every file in the answer. */
export function readModule(file: string, text: string): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const names = new Map<string, { line: number; declaration: ts.Node }>()
  const imports: Import[] = []
  const add = (specifier: string, imported: string[] | undefined) => {
    const resolved = resolve(file, specifier)
    if (resolved !== undefined) imports.push({ file: resolved, names: imported })
  }
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1

  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) add(textOf(statement.moduleSpecifier), importedNames(statement.importClause))
    else if (ts.isExportDeclaration(statement)) {
      const { exportClause: clause, moduleSpecifier } = statement
      const elements = clause && ts.isNamedExports(clause) ? clause.elements : undefined
      if (moduleSpecifier)
        add(
          textOf(moduleSpecifier),
          elements?.map((element) => (element.propertyName ?? element.name).text),
        )
      for (const element of elements ?? [])
        names.set(element.name.text, { line: lineOf(element), declaration: element })
    } else if (ts.isExportAssignment(statement))
      names.set('default', { line: lineOf(statement), declaration: statement })
    else if (isExported(statement))
      for (const name of declaredNames(statement)) names.set(name, { line: lineOf(statement), declaration: statement })
  }

  const uses = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && isUse(node, names.get(node.text)?.declaration)) uses.add(node.text)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(textOf(node.argument.literal), undefined)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments
      if (argument && ts.isStringLiteralLike(argument)) add(argument.text, undefined)
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'URL') {
      const [path] = node.arguments ?? []
      if (path && ts.isStringLiteralLike(path) && sourceFile.test(path.text)) add(`./${path.text}`, [])
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return {
    file,
    imports,
    exports: [...names].map(([name, { line, declaration }]) => ({
      name,
      line,
      isType: ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration),
      isUsedAtHome: uses.has(name),
    })),
  }
}

/** Undefined for packages of others and for files that are no source. */
function resolve(from: string, specifier: string): string | undefined {
  const ours = /^@kept\/([^/]+)\/(.+)$/.exec(specifier)
  const path = ours
    ? `packages/${ours[1]}/src/${ours[2]}`
    : specifier.startsWith('.')
      ? normalize(join(dirname(from), specifier))
      : undefined
  return path !== undefined && sourceFile.test(path) && existsSync(path) ? path : undefined
}

function importedNames(clause: ts.ImportClause | undefined): string[] | undefined {
  if (!clause) return []
  const bindings = clause.namedBindings
  if (bindings && ts.isNamespaceImport(bindings)) return undefined
  const named = bindings?.elements.map((element) => (element.propertyName ?? element.name).text) ?? []
  return clause.name ? ['default', ...named] : named
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name))
  const { name } = statement as ts.DeclarationStatement
  return isDefault(statement) ? ['default'] : name && ts.isIdentifier(name) ? [name.text] : []
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)))
}

function isExported(statement: ts.Statement): boolean {
  return hasModifier(statement, ts.SyntaxKind.ExportKeyword)
}

function isDefault(statement: ts.Statement): boolean {
  return hasModifier(statement, ts.SyntaxKind.DefaultKeyword)
}

function hasModifier(statement: ts.Statement, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some((modifier) => modifier.kind === kind)
}

/** A use is an identifier outside its own declaration that is not the name of a member, a parameter or a local. */
function isUse(node: ts.Identifier, declaration: ts.Node | undefined): boolean {
  if (!declaration) return false
  const { parent } = node
  const isName = 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent)
  const isRenamed = ts.isBindingElement(parent) && parent.propertyName === node
  if (isName || isRenamed) return false
  for (let above: ts.Node = node; above; above = above.parent) if (above === declaration) return false
  return true
}

function textOf(node: ts.Node): string {
  return ts.isStringLiteralLike(node) ? node.text : ''
}
