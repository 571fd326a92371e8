import ts from 'typescript'

/**
 * The names of the variables that are declared as an object without a type and get more properties later:
 * `const nodes = {}; nodes.sum = Adder()`. In JavaScript that is how an object is made in a loop; to TypeScript every
 * such property is an error.
 */
export function filledLater(file: ts.SourceFile): ts.Identifier[] {
  const found = new Set<ts.Identifier>()
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
      const target = node.left
      if (
        (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target)) &&
        ts.isIdentifier(target.expression)
      ) {
        const declared = declarationOf(target.expression)
        if (declared && adds(declared.object, target)) found.add(declared.name)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found]
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

/** Whether an assignment to `target` gives a property to `object` that is not written there. */
function adds(
  object: ts.ObjectLiteralExpression,
  target: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): boolean {
  if (ts.isElementAccessExpression(target)) return true
  return !object.properties.some((p) => p.name && ts.isIdentifier(p.name) && p.name.text === target.name.text)
}

/**
 * Where a name is declared as an object literal without a type; undefined when it is declared otherwise, or nowhere.
 */
function declarationOf(use: ts.Identifier): { name: ts.Identifier; object: ts.ObjectLiteralExpression } | undefined {
  for (let scope: ts.Node = use.parent; scope; scope = scope.parent) {
    for (const { name, type, initializer } of declarationsIn(scope)) {
      if (!names(name, use.text)) continue
      const object = initializer && unwrapped(initializer)
      if (!ts.isIdentifier(name) || type || !object || !ts.isObjectLiteralExpression(object)) return undefined
      return { name, object }
    }
  }
  return undefined
}

type Declaration = ts.VariableDeclaration | ts.ParameterDeclaration

/** Names that a block, a loop or a function declares for everything inside it. */
function declarationsIn(scope: ts.Node): readonly Declaration[] {
  if (ts.isFunctionLike(scope)) return scope.parameters
  if (ts.isForStatement(scope) || ts.isForOfStatement(scope) || ts.isForInStatement(scope)) {
    return scope.initializer && ts.isVariableDeclarationList(scope.initializer) ? scope.initializer.declarations : []
  }
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) return []
  return scope.statements.flatMap((s) => (ts.isVariableStatement(s) ? s.declarationList.declarations : []))
}

/** Whether a declaration, perhaps one that takes an object or a list apart, declares a name. */
function names(name: ts.BindingName, text: string): boolean {
  if (ts.isIdentifier(name)) return name.text === text
  return name.elements.some((e) => ts.isBindingElement(e) && names(e.name, text))
}

function unwrapped(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ? unwrapped(expression.expression) : expression
}
