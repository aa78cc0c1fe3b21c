/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller), protobuf-es and connect-es (Apache-2.0, Buf Technologies). */
import{a,b,c,d,e}from"/assets/part-7MBBF2M7.js";import"/assets/part-3EZLVMPV.js";import"/assets/part-3XQYNWZG.js";import"/assets/part-BQWPRU56.js";export{d as fill,c as isFace,b as keptOf,a as onlyAnswer,e as plainOf};
