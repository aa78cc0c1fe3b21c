/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller), protobuf-es and connect-es (Apache-2.0, Buf Technologies). */
