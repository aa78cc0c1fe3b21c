/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller), protobuf-es and connect-es (Apache-2.0, Buf Technologies). */
import{a,b,c,d,e}from"/assets/part-YJJRQ6LO.js";import"/assets/part-T6L7ROSX.js";import"/assets/part-JQBV5B3A.js";import"/assets/part-GIU5E7V4.js";export{d as fill,c as isFace,b as keptOf,a as onlyAnswer,e as plainOf};
