// What the tests of companies, their users and their customers begin with.
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { startWorker } from './importing.ts'

type Rows = Record<string, unknown> & { list: Record<string, unknown>[]; total: number }

/** The product with a worker for imports, asked by its administrator unless somebody else is named. */
export async function openParties(settings: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(settings)
  const token = await app.admin()
  const stopWorker = startWorker(app)
  return {
    app,
    token,
    post: (path: string, body: unknown = {}, as = token) => app.request('POST', path, { token: as, body }),
    get: (path: string, query: Record<string, string | number> = {}, as = token) =>
      app.request<Rows>('GET', path, { token: as, query }),
    /** somebody who looks after customers */
    async agent(more: Parameters<TestApp['person']>[0] = {}): Promise<Person> {
      const person = await app.person({ permissions: [], ...more })
      await app.db.updateTable('admin').set({ isAgent: 1 }).where('id', '=', person.adminId).execute()
      return person
    },
    async close(): Promise<void> {
      await stopWorker()
      await app.close()
    },
  }
}
export type Parties = Awaited<ReturnType<typeof openParties>>
