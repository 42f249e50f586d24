import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { staffIdentity, staffNamed } from './identity.server.ts'

let app: TestApp
let person: Person

beforeAll(async () => {
  app = await testApp()
  person = await app.person({ account: 'clerk', deptId: 1 })
  await app.db.updateTable('admin').set({ position: 'pm' }).where('id', '=', person.adminId).execute()
})
afterAll(() => app.close())

test('who somebody is: their enabled roles, department and post', async () => {
  expect(await staffIdentity(app.db, person.adminId)).toEqual({
    adminId: person.adminId,
    roleIds: [person.roleId],
    deptId: 1,
    position: 'pm',
    all: false,
  })
  expect(await staffIdentity(app.db, 1)).toMatchObject({ all: true })
  await app.db.updateTable('role').set({ status: 0 }).where('id', '=', person.roleId).execute()
  expect(await staffIdentity(app.db, person.adminId)).toMatchObject({ roleIds: [] })
  await app.db.updateTable('role').set({ status: 1 }).where('id', '=', person.roleId).execute()
})

test('what a text names, of one kind or the first of all', async () => {
  const id = String(person.adminId)
  expect(await staffNamed(app.db, 'clerk')).toEqual({ kind: 'user', id })
  expect(await staffNamed(app.db, id)).toEqual({ kind: 'user', id })
  expect(await staffNamed(app.db, 'role_clerk')).toEqual({ kind: 'role', id: String(person.roleId) })
  expect(await staffNamed(app.db, String(person.roleId), 'role')).toMatchObject({ kind: 'role' })
  expect(await staffNamed(app.db, 'pm')).toEqual({ kind: 'post', id: 'pm' })
  expect(await staffNamed(app.db, 'nobody')).toBeNull()
})

test('somebody whose account may not be used is nobody', async () => {
  await app.db.updateTable('admin').set({ status: 0 }).where('id', '=', person.adminId).execute()
  expect(await staffIdentity(app.db, person.adminId)).toBeNull()
  expect(await staffNamed(app.db, 'clerk')).toBeNull()
})
