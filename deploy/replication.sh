#!/usr/bin/env bash
# Lets replicas of the database in; the image runs it when it makes the database.
echo 'host replication all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
